#!/bin/sh
# The whole way in about two minutes on a CPU: renders Go boards, trains both networks on them, exports both, and reads a board
# with the result. It proves that the parts fit together, not that the models are good.
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
# Overfitted as they are, the networks read most of the boards they were trained on.
"$bin/kibitzer" eval --models "$work/models" --data "$work/renders/labels.jsonl" --out "$work/eval"
python3 - "$work/eval/summary.json" <<'PY'
import json, sys
block = json.load(open(sys.argv[1]))["overall"]
print("boards found", block["boards_found"], "of", block["photos"], "- cells right", block["cell_accuracy"])
assert block["boards_found"] >= 0.3 * block["photos"], "the smoke models find hardly any board"
assert block["cell_accuracy_given_corners"] is not None
PY
