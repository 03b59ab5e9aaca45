#!/bin/sh
# Builds the book into out/docs/book and checks its links. mdBook is taken from the PATH, or else from PyPI into .venv/.
set -eu
cd "$(dirname "$0")/.."
mdbook=$(command -v mdbook || echo .venv/bin/mdbook)
if [ ! -x "$mdbook" ]; then
    [ -x .venv/bin/python ] || python3 -m venv .venv
    if ! .venv/bin/python -m pip install --quiet --require-hashes --requirement docs/requirements.txt; then
        echo "The book was not built: install mdBook (https://rust-lang.github.io/mdBook/guide/installation.html), such as by cargo install mdbook"
        exit 0
    fi
fi
exec python3 tools/docs.py "$mdbook"
