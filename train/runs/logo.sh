#!/bin/sh
# Leave-one-set-out cross-validation: reads every photo of a game by models that never saw its physical set: trains a cell classifier a fold, with the fold's sets left out,
# and reads those with it. With CORNER_MINUTES above 0 a corner detector is trained a fold, too, and the whole way is measured;
# otherwise the label's corners are given. Interrupted, it goes on where it stopped. The figures are in runs/logo/GAME-FOLDS/eval.
# usage: logo.sh GAME [FOLDS|all] [MINUTES] [CORNER_MINUTES]
# environment: DATA (labels files), RENDERS (labels files of renders, which train/runs/release.sh draws; empty for none), PIECES (labels files of single chessmen; empty for none), CONFIG, CORNER_CONFIG,
# CORRECTIONS (a file of corrections of the labels; empty for none), SETS (groups of one physical set, for labels that do not name theirs), BIN, DEVICE, WORK (folder), FROM (a run or model whose weights the cell classifiers start from; it must not have
# seen a photo of any fold: one trained on renders alone, say), NETWORKS (a folder with a classifier a fold, such as train/folds/chess: these read, and nothing is trained), POSITIONS (the folder of the position model that reads along; empty: each cell is read by itself), ONLY (names of folds, to share the work between machines or cores; the figures come last)
set -eu
cd "$(dirname "$0")/../.."
game=$1
folds=${2:-all}
minutes=${3:-10}
corner_minutes=${4:-0}
data=${DATA:-../shared/data/$game/*/labels.jsonl}
renders=${RENDERS-runs/renders/$game/labels.jsonl}
pieces=${PIECES-}
config=${CONFIG:-train/configs/$game-cells.toml}
corrections=${CORRECTIONS-datasets/corrections.jsonl}
corner_config=${CORNER_CONFIG:-train/configs/corners.toml}
sets=${SETS:-datasets/sets.json}
bin=${BIN:-target/release}
device=${DEVICE:-flex}
work=${WORK:-runs/logo/$game-$folds}
from=${FROM:-}
positions=${POSITIONS-models/$game-positions}
only=${ONLY:-}
networks=${NETWORKS:-}

# Files are parted by spaces: of a path with a space in it, the first part is not there.
look_for() { # variable that names it, file, what to do
    if [ ! -e "$2" ]; then
        echo "there is no $2: $3, or set $1 otherwise (paths with a space in them cannot be given)" >&2
        exit 2
    fi
}

with_pieces=""
for file in $pieces; do
    look_for PIECES "$file" "check the path"
    with_pieces="$with_pieces --pieces $file"
done
with_renders=""
for file in $renders; do
    look_for RENDERS "$file" "draw renders as train/runs/release.sh does, leave RENDERS empty to train on photos alone"
    with_renders="$with_renders --renders $file"
done

if [ ! -d "$work/folds" ]; then
    for file in $data; do look_for DATA "$file" "check the path"; done
    plan="--folds $folds"
    [ "$folds" = all ] && plan=--leave-one-group-out
    rm -rf "$work/folds.next"
    # shellcheck disable=SC2086 # several files; two words
    "$bin/kibitzer" dataset split $data ${corrections:+--corrections "$corrections"} $plan --together "$sets" --out "$work/folds.next"
    mv "$work/folds.next" "$work/folds"
fi

train() { # verb, configuration, minutes, run, more data, start
    [ -f "$4/final.bpk" ] && return
    start=${6:-} resume=""
    if [ -f "$4/progress.json" ]; then start="" resume=--resume; fi
    # shellcheck disable=SC2086 # options
    "$bin/kibitzer-train" "$1" --config "$2" --photos "$fold" $with_renders $5 --device "$device" --minutes "$3" --out "$4" ${start:+--from "$start"} $resume
}

# Takes the fold's network from $networks, where it has not seen this fold's photos.
fetch() { # fold, name, folder of models
    sum=$(sha256sum "$1" | cut -d " " -f 1)
    if ! grep -q "$sum" "$networks/$2/$game-cells/README.md"; then
        echo "$networks/$2 was trained on another fold than $1: these labels are drawn into other folds; leave NETWORKS empty to train" >&2
        exit 2
    fi
    mkdir -p "$3"
    cp -r "$networks/$2/$game-cells" "$3"
}

for fold in "$work"/folds/*.jsonl; do
    name=$(basename "$fold" .jsonl)
    run=$work/$name
    [ -d "$run/eval" ] && continue
    case " ${only:-$name} " in *" $name "*) ;; *) continue ;; esac
    mkdir -p "$run"
    corners="--corners truth"
    if [ -n "$networks" ]; then
        fetch "$fold" "$name" "$run/models"
    else
        train cells "$config" "$minutes" "$run/cells" "$with_pieces" "$from"
        # shellcheck disable=SC2086 # options
        "$bin/kibitzer-train" export --run "$run/cells" --photos "$fold" $with_renders --models "$run/models"
    fi
    # A position model sees no photo, one of coordinates only fonts: they have seen none of the fold's either.
    for other in $positions ${positions:+models/$game-coordinates}; do
        [ -d "$other" ] || continue
        mkdir -p "$run/models/$(basename "$other")"
        cp "$other/README.md" "$other/model.onnx" "$run/models/$(basename "$other")"
    done
    if [ "$corner_minutes" != 0 ]; then
        corners=""
        train corners "$corner_config" "$corner_minutes" "$run/corners" ""
        # shellcheck disable=SC2086 # options
        "$bin/kibitzer-train" export --run "$run/corners" --photos "$fold" $with_renders --models "$run/models"
    else
        mkdir -p "$run/models/corners"
        cp models/corners/README.md models/corners/model.onnx "$run/models/corners"
    fi
    # shellcheck disable=SC2086 # two words or nothing
    "$bin/kibitzer" eval --models "$run/models" --data "$fold" --split val --game "$game" --together "$sets" $corners --resume --out "$run/eval"
done

for fold in "$work"/folds/*.jsonl; do
    if [ ! -d "$work/$(basename "$fold" .jsonl)/eval" ]; then
        echo "the figures come when every fold is read; $(basename "$fold" .jsonl) is not" >&2
        exit 0
    fi
done

# Every fold file names every photo, and every photo is in one fold's predictions.
cat "$work"/*/eval/predictions.jsonl > "$work/predictions.jsonl"
set -- "$work"/folds/*.jsonl
"$bin/kibitzer" eval --data "$1" --game "$game" --together "$sets" --predictions "$work/predictions.jsonl" --out "$work/eval"
