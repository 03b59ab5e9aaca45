#!/bin/sh
# The whole way in about two minutes on a CPU: renders Go boards, trains both networks on them, exports both, and reads a board
# with the result. It proves that the parts fit together and learn, not that the models are good.
# usage: smoke.sh [folder of the built programs]
set -eu
cd "$(dirname "$0")/../.."
bin=${1:-target/debug}
work=runs/smoke
rm -rf "$work"
mkdir -p "$work"
"$bin/kibitzer" dataset render --game go --count 24 --seed 7 --size 320 --out "$work/renders"
"$bin/kibitzer-train" corners --config train/configs/smoke-corners.toml --out "$work/corners"
"$bin/kibitzer-train" cells --config train/configs/smoke-cells.toml --out "$work/cells"
"$bin/kibitzer-train" export --run "$work/corners" --models "$work/models"
"$bin/kibitzer-train" export --run "$work/cells" --models "$work/models"
# A detector trained for half a minute finds few boards, and looking for them everywhere takes a while: six photos show that it runs.
"$bin/kibitzer" eval --models "$work/models" --data "$work/renders/labels.jsonl" --game go --limit 6 --out "$work/eval"
"$bin/kibitzer" eval --models "$work/models" --data "$work/renders/labels.jsonl" --game go --corners truth --out "$work/eval-cells"
python3 - "$work" <<'PY'
import json, sys
whole, cells = (json.load(open(f"{sys.argv[1]}/{name}/summary.json"))["overall"] for name in ("eval", "eval-cells"))
print("boards found:", whole["boards_found"], "- cells right, corners given:", cells["cell_accuracy"], "- pieces:", cells["occupied_accuracy"])
assert (whole["photos"], cells["photos"]) == (6, 24)
# A minute of training teaches black, white and empty; it does not teach to find boards, and to tell their sizes only mostly.
assert cells["cell_accuracy"]["rate"] > 0.7, "the smoke model does not read its own boards"
# Most cells are empty: one that always says so has three quarters of them right.
assert cells["occupied_accuracy"]["rate"] > 0.6, "the smoke model does not read the stones of its own boards"
PY
# Leaving sets out: two folds, each trained for some seconds and interrupted once.
logo() {
    WORK=$work/logo DATA=$work/renders/labels.jsonl RENDERS="" CONFIG=train/configs/smoke-cells.toml BIN=$bin train/runs/logo.sh go 2 0.15
}
logo
rm -r "$work/logo/fold-1/eval" "$work/logo/eval"
logo
python3 - "$work" <<'PY'
import json, sys
work = sys.argv[1]
whole = json.load(open(f"{work}/logo/eval/summary.json"))
folds = [json.load(open(f"{work}/logo/fold-{i}/eval/summary.json")) for i in (0, 1)]
groups = [set(fold["groups"]) for fold in folds]
print("left out:", *map(sorted, groups), "- cells right:", whole["overall"]["cell_accuracy"]["rate"])
assert groups[0].isdisjoint(groups[1]) and groups[0] | groups[1] == set(whole["groups"])
assert whole["overall"]["photos"] == 24 == sum(fold["overall"]["photos"] for fold in folds)
PY
# The same by the networks of the folds, where they were kept.
for fold in fold-0 fold-1; do
    mkdir -p "$work/kept/$fold"
    cp -r "$work/logo/$fold/models/go-cells" "$work/kept/$fold"
done
WORK=$work/logo-kept NETWORKS=$work/kept DATA=$work/renders/labels.jsonl RENDERS="" BIN=$bin train/runs/logo.sh go 2
cmp "$work/logo/predictions.jsonl" "$work/logo-kept/predictions.jsonl"
