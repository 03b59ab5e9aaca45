#!/bin/sh
# Writes tests/games/checkers/ again: some minutes. Usage: tests/oracles/checkers.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for package in py-draughts pydraughts; do
    python3 -m venv "$work/$package"
    "$work/$package/bin/pip" install --quiet --requirement "$here/checkers-$package.txt"
    "$work/$package/bin/python" "$here/checkers.py" "$here/../games/checkers"
done
