#!/bin/sh
# Perft nodes per second of the rule modules beside py-draughts and python-chess, in one run; then the time of a Go position's dead
# stones beside the rule of thumb's. Usage: tools/bench-rules.sh [RUNS]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
"${CARGO:-cargo}" build --quiet --release --locked --no-default-features --example bench_rules --example dead_stones
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --requirement tools/bench-rules.txt
"$work/venv/bin/python" tools/bench_rules.py "${CARGO_TARGET_DIR:-target}/release/examples/bench_rules" "${1:-5}"
"${CARGO_TARGET_DIR:-target}/release/examples/dead_stones"
