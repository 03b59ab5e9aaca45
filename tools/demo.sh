#!/bin/sh
# Shows what Kibitzer does on rendered photos: reads a board of each game and writes the photo with the board drawn on it into out/demo/, judges a move,
# and counts a game of Go.
# usage: demo.sh KIBITZER
set -eu
cd "$(dirname "$0")/.."
kibitzer=$1
mkdir -p out/demo
samples=datasets/samples/images
demo=datasets/demo/images
for photo in $demo/chess-before.jpg $samples/checkers-00000300.jpg $demo/go-end.jpg $samples/qwirkle-00000311.jpg; do
    game=$(basename "$photo" | cut -d- -f1)
    echo "\$ kibitzer read $photo"
    "$kibitzer" read "$photo" --game "$game" --overlay "out/demo/$game.png" --force
    echo
    echo "The photo with the board drawn on it: out/demo/$game.png"
    echo
done
echo "\$ kibitzer judge --game chess $demo/chess-before.jpg $demo/chess-after.jpg"
"$kibitzer" judge --game chess $demo/chess-before.jpg $demo/chess-after.jpg
echo
echo "\$ kibitzer score --game go $demo/go-end.jpg"
"$kibitzer" score --game go $demo/go-end.jpg
echo
echo "To read your own photos on a page in the browser: cargo build --release --locked, then target/release/kibitzer serve"
