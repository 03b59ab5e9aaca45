#!/bin/sh
# Draws games as a camera sees them, and follows them: how many of their moves are found, beside the vote of eight readings. Interrupted, it goes on where it stopped.
# usage: simulated-games.sh BIN FOLDER [REPORT]      without REPORT (a JSON file) the games are only drawn
# environment: LIST (of games; datasets/simulated/games.txt)
set -eu
cd "$(dirname "$0")/.."
bin=$1
out=$2
report=${3:-}
common="--still 8 --hands 1 --fps 4 --illegal 0.1"

while read -r name options; do
    case $name in "" | "#"*) continue ;; esac
    # shellcheck disable=SC2086 # options
    "$bin" dataset render-game $options $common --out "$out/$name"
done <"${LIST:-datasets/simulated/games.txt}"

[ -z "$report" ] || exec "$bin" follow --eval "$report" --steady 2 "$out"/*/
