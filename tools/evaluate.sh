#!/bin/sh
# Evaluates the committed models on the validation photos and puts the figures beside the models:
# models/corners/eval.{json,csv} the whole way, from photo to board, for all games;
# models/GAME-cells/eval.{json,csv} the cells of one game with the label's corners given.
# and, from them, the figures in the models' cards and the README.
# usage: evaluate.sh KIBITZER [PHOTOS]
set -eu
cd "$(dirname "$0")/.."
kibitzer=$1
photos=${2:-../shared/data}
for game in all checkers chess go qwirkle; do
    case $game in
        all) model=corners where="$photos/*/*/labels.jsonl" more="" ;;
        *) model=$game-cells where="$photos/$game/*/labels.jsonl" more="--game $game --corners truth" ;;
    esac
    data=""
    for labels in $where; do
        # Sources without a validation photo add nothing.
        if grep -q '"split": "val"' "$labels"; then data="$data --data $labels"; fi
    done
    # shellcheck disable=SC2086 # options, not one word
    "$kibitzer" eval $data --split val $more --resume --out "out/eval/$model"
    cp "out/eval/$model/summary.json" "models/$model/eval.json"
    cp "out/eval/$model/photos.csv" "models/$model/eval.csv"
    "$kibitzer" model table "$model" --write "models/$model/README.md"
done
"$kibitzer" model table --write README.md
