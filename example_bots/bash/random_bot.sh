#!/usr/bin/env bash
# Plays any legal action at random, in bash alone: no jq, and no process started for a decision.
# Standard output carries the protocol and nothing else; to debug, write to standard error: echo "here" >&2

set -f   # a `*` in a message is no file name
LC_ALL=C # bytes, not characters: faster, and all that is looked at here is plain ASCII

# Not a JSON parser, but enough for this protocol: `"` inside a JSON string is always written \", so these keys with
# their quotes and colon cannot be met inside a text. The patterns stand in variables, as =~ wants them.
is_start='"type": *"match_start"'
is_request='"type": *"request"'
find_seed='"seed": *"([0-9a-fA-F]+)"'
find_id='"id": *([0-9]+)'
find_legal='"legal": *\[([^]]*)\]'

# `read` gives up at the end of the input, the loop ends, and with it the bot, with status 0.
while IFS= read -r line; do
    if [[ $line =~ $is_start ]]; then
        # bash's own generator, started from the first 28 bits of the match's seed: the same match, the same choices
        if [[ $line =~ $find_seed ]]; then
            seed=${BASH_REMATCH[1]}
            RANDOM=$((16#${seed:0:7}))
        fi
        # printf is built in and writes at once: there is no buffer to flush
        printf '%s\n' '{"type":"ready","name":"Random (bash)","version":"1.0"}'
    elif [[ $line =~ $is_request ]]; then
        [[ $line =~ $find_id ]] && id=${BASH_REMATCH[1]}
        [[ $line =~ $find_legal ]] && list=${BASH_REMATCH[1]}
        # "pass","3","4" -> an array of the quoted strings, split at the commas (no game has commas in its actions);
        # not with <<<, for which older versions of bash write a file
        IFS=,
        legal=(${list//, /,})
        # sent as it came, quotes included
        printf '{"type":"action","id":%s,"action":%s}\n' "$id" "${legal[RANDOM % ${#legal[@]}]}"
    fi
    # deal_end, fault and match_end are news, and there may be types that this bot does not know: no answer
done
exit 0
