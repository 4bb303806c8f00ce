#!/usr/bin/env bash
# Try what `arena new` writes in every language whose tools are installed here; exit status 1 if anything is wrong.
#
#     tests/languages.sh [ISOLATION]        (auto, if it is left out)
#
# Needs a checkout with its virtual environment (README.md, "Start"). For each language it writes a bot, has it looked at
# by the language's own linters where there are any, and leads it through `arena check` in every game. Then all bots
# play each other: they play alike, so every pair of matches must be split. What is not installed is listed at the end.
set -euo pipefail
cd "$(dirname "$0")/.."
unset PYTHONUNBUFFERED PYTHONPATH

isolation=${1:-auto}
bin=$PWD/.venv/bin
out=$(mktemp -d)
trap 'chmod -R u+w "$out"; rm -rf "$out"' EXIT
games=(bid-euchre euchre euchre-cutthroat euchre-two-handed euchre-railroad bid-euchre-double)
languages=() bots=() skipped=() failed=()

# have PROGRAM FOR-WHAT: whether it is there; what is not is noted
have() {
    command -v "$1" >/dev/null && return
    skipped+=("$2 ($1 is not installed)")
    return 1
}

# try WHAT COMMAND...: run it; its output is shown if it fails
try() {
    local what=$1
    shift
    if "$@" >"$out/said" 2>&1; then
        echo "ok      $what"
    else
        echo "FAILED  $what: $*"
        sed 's/^/        /' "$out/said"
        failed+=("$what")
    fi
}

# language NAME WRITTEN PROGRAM...: write a bot and check it, if the programs are there
language() {
    local name=$1 bot=$out/$2 program game
    shift 2
    for program; do
        have "$program" "$name" || return 0
    done
    try "$name: arena new" "$bin/arena" new "$out/${name}_bot" --language "$name"
    for game in "${games[@]}"; do
        try "$name: arena check, $game" "$bin/arena" check "$bot" --quick --game "$game" --isolation "$isolation"
    done
    languages+=("$name")
    bots+=("$bot")
}

# style WRITTEN PROGRAM ARGUMENT...: have the linter look at what was written, if both are there
style() {
    local bot=$out/$1 program=$2
    shift
    [ -e "$bot" ] || return 0
    if have "$program" "style: $program"; then
        try "style of ${bot#"$out"/}: $program" "$@" "$bot"
    fi
}

language python python_bot.py "$bin/python"
language javascript javascript_bot.js node
language c c_bot cc
language rust rust_bot rustc cc
language go go_bot go
language java java_bot java javac
language bash bash_bot.sh bash

PATH=$bin:$PATH style python_bot.py ruff check
PATH=$bin:$PATH style python_bot.py ruff format --check
style javascript_bot.js node --check
style c_bot/bot.c cc -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 -o "$out/c_style"
style rust_bot/bot.rs rustfmt --edition 2021 --check
style rust_bot/bot.rs clippy-driver --edition 2021 -D warnings -o "$out/rust_style"
[ -e "$out/go_bot" ] && have gofmt "style: gofmt" && try "style of go_bot/bot.go: gofmt" test -z "$(gofmt -l "$out/go_bot")"
style go_bot/bot.go go vet
style java_bot/Bot.java javac -Xlint:all -Werror -d "$out/java_style"
style java_bot/Build.java javac -Xlint:all -Werror -d "$out/java_style"
style bash_bot.sh shellcheck

have "$bin/pytest" "their choices, which pytest compares" &&
    try "they choose alike" env ARENA_LANGUAGES="${languages[*]}" "$bin/python" -m pytest --tb=line tests/example_bots/test_bot_templates.py

# every row: as many pairs split as played, no forfeit
all_split() {
    awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        $column["pairs"] < 1 || $column["split"] != $column["pairs"] || $column["forfeits"] != 0 { print; wrong = 1 }
        END { exit wrong || NR < 3 }' "$out/standings.csv"
}
if [ "${#bots[@]}" -gt 1 ]; then
    try "all against all" "$bin/arena" tournament "${bots[@]}" --boards 1 --isolation "$isolation" --out "$out/run"
    "$bin/arena" standings "$out/run" --format csv >"$out/standings.csv" 2>/dev/null || true
    try "every pair is split, nobody forfeits" all_split
    try "arena verify" "$bin/arena" verify "$out/run"
    "$bin/arena" standings "$out/run" 2>/dev/null | sed -n '1,/^$/p' || true
fi

echo "played: ${languages[*]}"
for one in "${skipped[@]}"; do
    echo "skipped: $one"
done
if [ "${#failed[@]}" -gt 0 ]; then
    printf 'failed: %s\n' "${failed[@]}"
    exit 1
fi
