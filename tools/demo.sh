#!/bin/sh
# Reads a rendered sample photo of each game and writes it with the board drawn on it into out/demo/.
# usage: demo.sh KIBITZER
set -eu
cd "$(dirname "$0")/.."
kibitzer=$1
mkdir -p out/demo
for game in checkers chess go qwirkle; do
    photo=$(ls datasets/samples/images/$game-* | head -n 1)
    "$kibitzer" read "$photo" --game "$game" --overlay "out/demo/$game.png" --force
    echo
    echo "The photo with the board drawn on it: out/demo/$game.png"
    echo
done
