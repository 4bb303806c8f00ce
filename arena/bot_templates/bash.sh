#!/usr/bin/env bash
# My bot: bids by counting, plays the first card that is allowed. Improve it from here.
#
# To print, write to standard error: echo "here" >&2. arena keeps it in the match's log.
# Standard output is the protocol's alone.

set -f   # a `*` in a message is no file name
LC_ALL=C # bytes, not characters: faster

# Set by the loop below for each decision: `decision` (bid, trump or play), the arrays `legal` and `hand`, and `line`,
# the whole request, from which more can be taken in the same way. Each function leaves its result in `action`.

# A rough count, in `tricks`: a trick for every trump but one, and one for every other ace. $1: c, d, h or s.
count_tricks() {
    local card left
    case $1 in c) left=Js ;; s) left=Jc ;; d) left=Jh ;; h) left=Jd ;; esac # the left bower is a trump too
    tricks=-1
    for card in "${hand[@]}"; do
        if [[ $card == ?"$1" || $card == "$left" || $card == A? ]]; then
            ((tricks += 1))
        fi
    done
}

# The suit with most tricks, in `suit`, their number in `most`.
find_best_suit() {
    local trump
    most=-2
    for trump in clubs diamonds hearts spades; do
        # To try: "high" (no trump, the ace is best) and "low" (no trump, the nine is best).
        count_tricks "${trump:0:1}"
        if ((tricks > most)); then
            most=$tricks suit=$trump
        fi
    done
}

# $1 if it is legal, else the first that is.
take_or_first() {
    local one
    action=${legal[0]}
    for one in "${legal[@]}"; do
        if [[ $one == "$1" ]]; then
            action=$one
        fi
    done
}

choose_bid() {
    find_best_suit
    ((most > 6)) && most=6
    take_or_first "$most" # the first is "pass", or "3" for a dealer who must bid
}

choose_trump() {
    find_best_suit
    take_or_first "$suit" # in Euchre, not all suits are legal
}

choose_card() {
    # To try: lead aces, win with the cheapest card, do not beat the partner.
    action=${legal[0]}
}

# --- Talking to arena: one JSON object a line ---

# Enough for this protocol, though no JSON parser. The patterns stand in variables, as =~ wants them.
is_start='"type": *"match_start"'
is_request='"type": *"request"'
find_id='"id": *([0-9]+)'
find_decision='"decision": *"([a-z]+)"'
find_legal='"legal": *\[([^]]*)\]'
find_hand='"hand": *\[([^]]*)\]'

# The strings of a list, in `list`: split at the commas, the quotes taken off.
split() {
    local IFS=,
    local text=${1//\", \"/\",\"}
    # shellcheck disable=SC2206 # splitting is meant
    list=(${text//\"/})
}

# `read` gives up at the end of the input, and the bot ends.
while IFS= read -r line; do
    if [[ $line =~ $is_start ]]; then
        printf '{"type":"ready"}\n'
    elif [[ $line =~ $is_request ]]; then
        [[ $line =~ $find_id ]] && id=${BASH_REMATCH[1]}
        [[ $line =~ $find_decision ]] && decision=${BASH_REMATCH[1]}
        [[ $line =~ $find_legal ]] && split "${BASH_REMATCH[1]}" && legal=("${list[@]}")
        [[ $line =~ $find_hand ]] && split "${BASH_REMATCH[1]}" && hand=("${list[@]}")
        case $decision in
            bid) choose_bid ;;
            trump) choose_trump ;;
            *) choose_card ;;
        esac
        printf '{"type":"action","id":%s,"action":"%s"}\n' "$id" "$action"
    fi
    # deal_end (all four hands, the points), fault and match_end want no answer
done
exit 0
