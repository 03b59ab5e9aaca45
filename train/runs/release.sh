#!/bin/sh
# The recipe of the released models: packs the photos, renders boards, has games of chess played, trains all seven networks one after another, exports and evaluates them.
# Interrupted, it goes on where it stopped. The minutes are those of the releases of 2026-11-21 to 23, on two CPU cores with LibTorch (chess: with LibTorch's own backward kernels, see train/LOG.md).
# It was not run from end to end: corners were trained in pieces, with 334 renders of an older renderer first, then ever more, each piece at a smaller learning rate (train/LOG.md); chess with renders
# of several states of the renderer, as checkers and Go were, and in three pieces, of which this file has the last one: 34 minutes without marks on empty squares and with half of the renders, 36 with marks
# and the other half (as this file was at commit 45d9105: 7,868 renders, from train/starts/chess-renders.bpk), then, on from the released weights, 48 with modeled sets, cut-outs of single men and photos of 58 more sets.
# usage: release.sh [device]      the programs must be built: cargo build --release --workspace; python3 needs `chess` as pinned in tests/oracles/chess-games.txt, and the program
# stockfish, whose games the position model learns from
set -eu
cd "$(dirname "$0")/../.."
device=${1:-flex}
bin=target/release
photos=../shared/data

pack() { # name, options
    name=$1
    shift
    [ -d "runs/pack/$name" ] || "$bin/kibitzer-train" pack --corrections datasets/corrections.jsonl "$@" --out "runs/pack/$name"
}
pack corners --data "$photos/*/*/labels.jsonl" --long-side 448 --quality 80
pack presence --data "$photos/*/*/labels.jsonl" --long-side 512 --per-group 40
pack chess --data "$photos/chess/*/labels.jsonl" --game chess --cell-px 46 --quality 88
pack go --data "$photos/go/*/labels.jsonl" --game go --cell-px 22 --quality 72 --per-group 60
pack checkers --data "$photos/checkers/*/labels.jsonl" --game checkers --cell-px 34 --quality 72 --per-group 40
pack qwirkle --data "$photos/qwirkle/*/labels.jsonl" --game qwirkle --cell-px 32 --quality 72 --per-group 40

render() { # game, count, seed, size, rows of the boards where they are unusual
    # shellcheck disable=SC2086 # an option or nothing
    "$bin/kibitzer" dataset render --game "$1" --count "$2" --seed "$3" --size "$4" ${5:+--rows $5} --out "runs/renders/$1${5:-}"
}
designs="$photos/../chess-sets3d"
"$bin/kibitzer" dataset render --game chess --count 400 --seed 71000000 --size 560 --sets3d "$designs" --sets3d-share 70 --out runs/renders/chess-designs
"$bin/kibitzer" dataset render --game chess --count 600 --seed 70000000 --size 560 --sets3d "$designs" --sets3d-share 75 --mixed-sets --out runs/renders/chess-mixed
render chess 1000 5000 640
render go 540 6000 640
render checkers 890 9700000 640
render checkers 340 9000 640 10
render qwirkle 500 8000 900

train() { # verb, model, pack, renders, minutes, weights to start from
    resume=${6:+--from $6}
    if [ -f "runs/$2/progress.json" ]; then resume=--resume; fi
    # shellcheck disable=SC2086 # an option, with its value, or nothing
    [ -f "runs/$2/final.bpk" ] || "$bin/kibitzer-train" "$1" --config "train/configs/$2.toml" --photos "runs/pack/$3/*/labels.jsonl" --renders "$4" \
        --device "$device" --minutes "$5" --out "runs/$2" $resume
    export_run "$2" --photos "runs/pack/$3/*/labels.jsonl" --renders "$4"
}
export_run() { # model, options
    run=runs/$1
    shift
    # Of a run that was interrupted before its export, the weights are there.
    [ -f "$run/exported" ] && return
    "$bin/kibitzer-train" export --run "$run" "$@"
    touch "$run/exported"
}
train corners corners corners 'runs/renders/*/labels.jsonl' 150
# It learns from what the corner detector takes for a board in photos without one.
if [ ! -f runs/presence/final.bpk ]; then
    "$bin/kibitzer" dataset render --game none --count 1000 --seed 100000 --size 480 --out runs/renders-presence/none
    "$bin/kibitzer" dataset render --game all --count 480 --seed 7300000 --size 480 --out runs/renders-presence/boards
    resume=""
    if [ -f runs/presence/progress.json ]; then resume=--resume; fi
    # shellcheck disable=SC2086 # an option or nothing
    "$bin/kibitzer-train" presence --config train/configs/presence.toml --photos "runs/pack/presence/*/labels.jsonl" --photos "$photos/../noboard/*/labels.jsonl" \
        --renders "runs/renders-presence/*/labels.jsonl" --device "$device" --minutes 22 $resume
fi
export_run presence --photos "runs/pack/presence/*/labels.jsonl" --photos "$photos/../noboard/*/labels.jsonl" --renders "runs/renders-presence/*/labels.jsonl"
# It learns from fonts alone.
if [ ! -f runs/chess-coordinates/final.bpk ]; then
    resume=""
    if [ -f runs/chess-coordinates/progress.json ]; then resume=--resume; fi
    # shellcheck disable=SC2086 # an option or nothing
    "$bin/kibitzer-train" coordinates --config train/configs/chess-coordinates.toml --device "$device" --minutes 24 $resume
fi
export_run chess-coordinates
train cells go-cells go runs/renders/go/labels.jsonl 18
train cells qwirkle-cells qwirkle runs/renders/qwirkle/labels.jsonl 13
train cells checkers-cells checkers runs/renders/checkers/labels.jsonl 22 train/starts/checkers-renders.bpk
if [ ! -f runs/chess-cells/final.bpk ]; then
    resume="--from models/chess-cells"
    if [ -f runs/chess-cells/progress.json ]; then resume=--resume; fi
    # shellcheck disable=SC2086 # an option, with its value
    "$bin/kibitzer-train" cells --config train/configs/chess-cells.toml --photos "runs/pack/chess/*/labels.jsonl" --renders runs/renders/chess-designs/labels.jsonl \
        --renders runs/renders/chess-mixed/labels.jsonl --pieces "$photos/../chess-pieces/*/labels.jsonl" --device "$device" --minutes 48 $resume
fi
export_run chess-cells --photos "runs/pack/chess/*/labels.jsonl" --renders runs/renders/chess-designs/labels.jsonl
if [ ! -f runs/chess-positions/final.bpk ]; then
    mkdir -p runs/games
    [ -f runs/games/chess.txt ] || python3 tools/chess_positions.py 2600 runs/games/chess.txt 7
    # It learns from what a classifier that saw no photo says of renders that it did not see either.
    "$bin/kibitzer" dataset render --game chess --count 1500 --seed 51000000 --size 640 --out runs/renders/chess-positions
    if [ ! -d runs/chess-renders/models ]; then
        mkdir -p runs/chess-renders
        cp train/configs/chess-cells.toml runs/chess-renders/config.toml
        cp train/starts/chess-renders.bpk runs/chess-renders/final.bpk
        "$bin/kibitzer-train" export --run runs/chess-renders --renders runs/renders/chess/labels.jsonl --models runs/chess-renders/models
    fi
    resume=""
    if [ -f runs/chess-positions/progress.json ]; then resume=--resume; fi
    # shellcheck disable=SC2086 # an option or nothing
    "$bin/kibitzer-train" positions --config train/configs/chess-positions.toml --device "$device" $resume
fi
export_run chess-positions

# Makes probabilities honest by what cross-validation read (train/runs/logo.sh), or, where it was not run, by the validation photos.
calibrate() { # game
    evals=""
    for folder in runs/logo/"$1"-*/*/eval; do
        if [ -d "$folder" ]; then evals="$evals --eval $folder"; fi
    done
    if [ -z "$evals" ]; then
        data=""
        for labels in "$photos/$1"/*/labels.jsonl; do
            if grep -Eq '"split": ?"val"' "$labels"; then data="$data --data $labels"; fi
        done
        # shellcheck disable=SC2086 # options
        "$bin/kibitzer" eval $data --corrections datasets/corrections.jsonl --split val --game "$1" --corners truth --resume --out "runs/calibration/$1"
        evals="--eval runs/calibration/$1"
    fi
    # shellcheck disable=SC2086 # options
    "$bin/kibitzer" model calibrate "$1-cells" $evals
}
for game in checkers chess go qwirkle; do calibrate "$game"; done
tools/evaluate.sh "$bin/kibitzer"
