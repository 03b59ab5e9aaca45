#!/bin/sh
# Evaluates the committed models on the validation photos and puts the figures beside the models:
# models/corners/eval.{json,csv} the whole way, from photo to board, for all games (which the reader finds out), and on photos without a board (../noboard beside PHOTOS);
# models/presence/eval.{json,csv} the photos without a board alone, the whole way (what it loses of those with one is in that of corners);
# models/GAME-cells/eval.{json,csv} the cells of one game with the label's corners given, each read by itself;
# models/chess-positions/eval.{json,csv} the same for chess, the squares of a board read together.
# models/chess-coordinates/eval.{json,csv} the same as of chess-positions: which way round boards are read.
# and, from them, the figures in the models' cards, the README and the book. Labels are read as datasets/corrections.jsonl corrects them.
# A model that has no validation photo there is left out, and keeps its figures.
# usage: evaluate.sh KIBITZER [PHOTOS [MODEL...]]
set -eu
cd "$(dirname "$0")/.."
kibitzer=$1
photos=${2:-../shared/data}
shift "$(($# < 2 ? $# : 2))"
[ $# -gt 0 ] || set -- corners presence checkers-cells chess-cells chess-positions chess-coordinates go-cells qwirkle-cells

evaluated=""

# Reads the photos of a model and puts its figures beside it.
evaluate() { # model
    model=$1
    game=${model%-*}
    case $model in
        corners) set -- "$photos"/*/*/labels.jsonl "$photos"/../noboard/*/labels.jsonl; where="$photos and $photos/../noboard" more="" ;;
        presence) set -- "$photos"/../noboard/*/labels.jsonl; where="$photos/../noboard" more="" ;;
        *) set -- "$photos/$game"/*/labels.jsonl; where="$photos/$game" more="--game $game --corners truth" ;;
    esac
    # A classifier's figures are its own: no position model is beside it.
    case $model in
        *-cells)
            alone=out/eval-models/$model
            rm -rf "$alone"
            mkdir -p "$alone"
            cp -r models/corners "models/$model" "$alone"
            more="$more --models $alone"
            ;;
    esac
    for labels; do
        shift
        # Sources without a validation photo add nothing.
        if [ -f "$labels" ] && grep -Eq '"split": ?"val"' "$labels"; then set -- "$@" --data "$labels"; fi
    done
    if [ $# = 0 ]; then
        echo "$model: no labels file below $where has a validation photo (\"split\": \"val\"); it keeps its figures" >&2
        return
    fi
    evaluated="$evaluated $model"
    # shellcheck disable=SC2086 # options, not one word
    "$kibitzer" eval "$@" --corrections datasets/corrections.jsonl --split val --together datasets/sets.json $more --resume --out "out/eval/$model"
    cp "out/eval/$model/summary.json" "models/$model/eval.json"
    cp "out/eval/$model/photos.csv" "models/$model/eval.csv"
    "$kibitzer" model table "$model" --write "models/$model/README.md"
}

for model in "$@"; do
    if [ ! -d "models/$model" ]; then
        echo "there is no models/$model: name models as their folders are called" >&2
        exit 2
    fi
    evaluate "$model"
done
if [ -z "$evaluated" ]; then
    echo "nothing was evaluated" >&2
    exit 2
fi
for page in README.md docs/figures.md docs/groups.md; do "$kibitzer" model table --write "$page"; done
