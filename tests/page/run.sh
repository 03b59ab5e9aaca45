#!/bin/sh
# Tests the page in Chromium against a server of its own. What this machine lacks is said, and the test left out; with KIBITZER_ALL=1, which CI sets, that
# is a fault.
# usage: run.sh KIBITZER
set -eu
kibitzer=$(realpath "$1")
cd "$(dirname "$0")/../.."
chromium=$(tests/page/chromium.sh)
if [ -z "$chromium" ] || ! command -v npm > /dev/null; then
    echo "The page was not tested: Chromium and npm are needed."
    exit "${KIBITZER_ALL:-0}"
fi
(cd tests/page && npm ci --no-audit --no-fund --loglevel=error > /dev/null)
token=$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')
serve_options="--token $token"
. tools/with-server.sh
# A set at the start of a game, for the page to be shown.
start=out/page-start
"$kibitzer" dataset render --game chess --position "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" --count 1 --seed 4400000 --size 640 --out "$start" > /dev/null 2>&1
KIBITZER_START=$(realpath "$start"/images/*.jpg)
# A board of Go, of a size that a camera has.
"$kibitzer" dataset render --game go --rows 9 --count 1 --seed 4400001 --size 640 --out "$start-go" > /dev/null 2>&1
KIBITZER_GO=$(realpath "$start-go"/images/*.jpg)
# Two kings, which might be draughtsmen.
"$kibitzer" dataset render --game chess --position "8/8/1k6/8/8/4K3/8/8 w - - 0 1" --count 1 --seed 94 --size 560 --out "$start-kings" > /dev/null 2>&1
KIBITZER_KINGS=$(realpath "$start-kings"/images/*.jpg)
export KIBITZER_START KIBITZER_GO KIBITZER_KINGS
KIBITZER=$kibitzer KIBITZER_URL=$address KIBITZER_TOKEN=$token CHROMIUM=$chromium npm test --prefix tests/page
