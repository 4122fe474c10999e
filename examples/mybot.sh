#!/bin/sh
# The smallest bot: it always plays the default, which every question states.
#   okawari tournament --bots "random,cmd:sh examples/mybot.sh"
while IFS= read -r line; do
    id=$(printf '%s' "$line" | sed 's/.*"id": *\([0-9]*\).*/\1/')
    move=$(printf '%s' "$line" | sed 's/.*"default": *"\([^"]*\)".*/\1/')
    printf '{"id": %s, "move": "%s"}\n' "$id" "$move"
done
