#!/bin/sh
# Evaluates the rendered samples and runs the notebook on the outcome.
# usage: run-notebook.sh KIBITZER PYTHON
set -eu
cd "$(dirname "$0")/.."
kibitzer=$1
python=$2
out=$PWD/out/samples
mkdir -p out
"$kibitzer" eval --data datasets/samples/labels.jsonl --out "$out"
KIBITZER_EVAL="$out" "$python" tools/run_notebook.py notebooks/accuracy.ipynb out/accuracy.ipynb
