#!/bin/sh
# Builds the book into out/docs/book and checks its links. mdBook is taken from the PATH, or else from PyPI into out/mdbook. Where that cannot be had, it
# is said, and the book left out; with KIBITZER_ALL=1, which CI sets, that is a fault.
set -eu
cd "$(dirname "$0")/.."
mdbook=$(command -v mdbook || echo out/mdbook/bin/mdbook)
if [ ! -x "$mdbook" ]; then
    if ! { python3 -m venv out/mdbook && out/mdbook/bin/python -m pip install --quiet --require-hashes --requirement docs/requirements.txt; }; then
        echo "The book was not built: install mdBook (https://rust-lang.github.io/mdBook/guide/installation.html), such as by cargo install mdbook."
        exit "${KIBITZER_ALL:-0}"
    fi
fi
exec python3 tools/docs.py "$mdbook"
