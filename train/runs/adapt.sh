#!/bin/sh
# What references are worth: for every physical set of a game with eight different positions at least, a few photos are references, and the set's photos of other positions are read
# without and with what they teach. Photos of all other sets, mixed, are read with it too: what they lose. Interrupted, it goes on where it stopped. Writes adapt.json to $WORK.
# usage: adapt.sh GAME LABELS...     the sets must not be among those that the models were trained on: validation sets (PART=val), or a fold of logo.sh with its models
# With TUNE=MINUTES the classifier is trained on for so long (kibitzer-train adapt) instead; what the released models read is then compared with what the adapted ones do.
# environment: MODELS (folder), TUNE, PART (of the labels; empty: all), COUNTS (of references), SEEDS, MOST (photos of a set that are read), MIXED (labels file of other photos; empty for none),
# SETS (groups of one physical set), BIN, WORK (folder)
set -eu
cd "$(dirname "$0")/../.."
game=$1
shift
models=${MODELS:-models}
part=${PART-val}
counts=${COUNTS:-1 2 5 10}
seeds=${SEEDS:-1}
most=${MOST:-20}
mixed=${MIXED:-}
sets=${SETS:-datasets/sets.json}
bin=${BIN:-target/release}/kibitzer
tune=${TUNE:-}
trainer=${BIN:-target/release}/kibitzer-train
work=${WORK:-runs/adapt/$game${tune:+-tuned}}
export KIBITZER_SETS="$work/kept"
mkdir -p "$work"

read_photos() { # folder, models, options
    out=$1
    from=$2
    shift 2
    [ -f "$out/summary.json" ] || "$bin" eval --models "$from" --game "$game" --together "$sets" --resume --out "$out" "$@" >/dev/null
}

learn() { # labels file, folder
    if [ -z "$tune" ]; then
        "$bin" reference add adapt --models "$models" --game "$game" --labels "$1" --split reference --force
        return
    fi
    code=0
    "$trainer" adapt adapt --models "$models" --game "$game" --photos "$1" --split reference --minutes "$tune" --out "$2/tuned" --replay "$work/replay" || code=$?
    # 1: no better.
    [ "$code" -le 1 ]
}

# Sets $adapted, the folder of models that read the set, and $set, the options that they need.
find_adapted() { # folder
    adapted=$models
    set="--set adapt"
    [ -n "$tune" ] || return 0
    set=
    # Where training on made nothing better, there is none.
    [ ! -d "$1/tuned/models" ] || adapted=$1/tuned/models
}

for count in $counts; do
    for seed in $seeds; do
        splits=$work/$count-$seed
        if [ ! -d "$splits" ]; then
            rm -rf "$splits.next"
            # A game may have no set with so many positions.
            "$bin" dataset split "$@" ${part:+--split "$part"} --references "$count" --seed "$seed" --together "$sets" --out "$splits.next" || continue
            mv "$splits.next" "$splits"
        fi
        for file in "$splits/$game"-*.jsonl; do
            name=$(basename "$file" .jsonl)
            run=$splits/$name
            [ -f "$run/after/summary.json" ] && { [ -z "$mixed" ] || [ -f "$run/mixed/summary.json" ]; } && continue
            mkdir -p "$run"
            # References of all sets are kept under one name, the last set's: they are learned again. What was trained on is this set's; once more, it would be compared with itself.
            if [ -z "$tune" ] || [ ! -f "$run/seconds.txt" ]; then
                started=$(date +%s.%N)
                if ! learn "$file" "$run" >"$run/reference.txt" 2>&1; then
                    echo "$name, $count references: $(tail -n 1 "$run/reference.txt")" >&2
                    # What was refused is counted.
                    mv "$run/reference.txt" "$run/refused.txt"
                    continue
                fi
                rm -f "$run/refused.txt"
                echo "$started $(date +%s.%N)" >"$run/seconds.txt"
            fi
            find_adapted "$run"
            read_photos "$run/before" "$models" --data "$file" --split test --limit "$most"
            read_photos "$run/after" "$adapted" $set --data "$file" --split test --limit "$most"
            if [ -n "$mixed" ]; then
                read_photos "$work/mixed" "$models" --data "$mixed"
                read_photos "$run/mixed" "$adapted" $set --data "$mixed"
            fi
        done
    done
done
if ! ls "$work"/*/"$game"-*.jsonl >/dev/null 2>&1; then
    echo "no set has so many different positions: see the messages above" >&2
    exit 2
fi
python3 tools/adapt_summary.py "$work" >"$work/adapt.json.next"
mv "$work/adapt.json.next" "$work/adapt.json"
