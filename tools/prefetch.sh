#!/bin/sh
# Gets what the tests will want from elsewhere, while programs are compiled: packages of Python and Node into their caches, and Chromium. Nothing depends on it: what it does not
# get, the tests get themselves, or say that they leave it out.
set -u
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for requirements in docs/requirements.txt python/requirements.txt python/tests/requirements.txt notebooks/requirements.txt tests/server/requirements.txt; do
    python3 -m pip download --quiet --dest "$work" --requirement $requirements || true
done
if command -v npm > /dev/null; then
    (cp tests/page/package.json tests/page/package-lock.json "$work" && cd "$work" && npm ci --no-audit --no-fund --loglevel=error) || true
fi
tests/page/chromium.sh
