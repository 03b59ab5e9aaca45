#!/bin/sh
# Draws the photos of datasets/demo: positions of real games, which `make demo`, the book and the golden files show.
# Chess: before and after 16.Qb8+ in Paul Morphy's game at the Paris Opera, 1858. Go: the end of a game that GNU Go played against itself.
# usage: render-demo.sh KIBITZER
set -eu
cd "$(dirname "$0")/.."
kibitzer=$1
out=datasets/demo
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out/images"
: > "$work/labels.jsonl"

# draw NAME GAME SEED POSITION
draw() {
    "$kibitzer" dataset render --game "$2" --seed "$3" --position "$4" --count 1 --size 900 --out "$work/$1"
    drawn=$(basename "$work/$1/images/"*)
    mv "$work/$1/images/$drawn" "$out/images/$1.jpg"
    sed "s|images/$drawn|images/$1.jpg|" "$work/$1/labels.jsonl" >> "$work/labels.jsonl"
}
draw chess-before chess 712 '4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16'
draw chess-after chess 712 '1Q2kb1r/p2n1ppp/4q3/4p1B1/4P3/8/PPP2PPP/2KR4 b k - 2 16'
draw go-end go 909 '(;GM[1]FF[4]SZ[9]AB[ca][cb][db][cc][bd][be][fe][bf][cf][ff][gf][hf][dg][eg][fg][ig][hh]AW[da][ea][eb][dc][gc][cd][ed][fd][ce][ee][ge][he][ie][df][ef][if][cg])'
mv "$work/labels.jsonl" "$out/labels.jsonl"
