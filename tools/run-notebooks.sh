#!/bin/sh
# Runs every notebook from top to bottom, into out/notebooks/, in the environment that has the Python package; on samples, and on the runs of the
# smoke test.
# usage: run-notebooks.sh PYTHON
set -eu
cd "$(dirname "$0")/.."
case $1 in /*) python=$1 ;; *) python=$PWD/$1 ;; esac
# What an interrupted run has left would be gone on with.
rm -rf out/samples out/samples.partial
mkdir -p out/notebooks
for notebook in notebooks/*.ipynb; do
    KIBITZER_RUNS=../runs/smoke "$python" tools/run_notebook.py "$notebook" out/notebooks/
done
