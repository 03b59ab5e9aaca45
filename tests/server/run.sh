#!/bin/sh
# Tests the server from outside: every path by its own description (schemathesis), the networks by Triton's client, the same boards with and without a
# backend, what is kept when it is killed, the example front-ends. What this machine lacks is said, and left out; with KIBITZER_ALL=1,
# which CI sets, packages that cannot be installed are a fault.
# usage: run.sh KIBITZER
set -eu
kibitzer=$(realpath "$1")
cd "$(dirname "$0")/../.."
python=tests/server/.venv/bin/python
if ! cmp -s tests/server/requirements.txt tests/server/.venv/installed.txt; then
    rm -rf tests/server/.venv
    python3 -m venv tests/server/.venv
    if ! $python -m pip install --quiet --requirement tests/server/requirements.txt; then
        echo "The server was not tested from outside: its Python packages cannot be installed."
        rm -rf tests/server/.venv
        exit "${KIBITZER_ALL:-0}"
    fi
    cp tests/server/requirements.txt tests/server/.venv/installed.txt
fi
. tools/with-server.sh
tests/server/.venv/bin/schemathesis --config-file tests/server/schemathesis.toml run "$address/openapi.json" --no-color --max-examples 10 --phases examples,coverage,fuzzing --seed 1 \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance
$python tests/server/networks.py "$address"
for game in chess go; do
    photo=$(ls datasets/samples/images/$game-* | head -n 1)
    here=$("$kibitzer" read "$photo" --game $game --json | "$python" -c 'import json, sys; print(json.load(sys.stdin)["cells"])')
    there=$("$kibitzer" read "$photo" --game $game --json --backend "$address" | "$python" -c 'import json, sys; print(json.load(sys.stdin)["cells"])')
    if [ "$here" != "$there" ]; then
        echo "$photo is read otherwise by --backend"
        exit 1
    fi
    echo "$photo is read alike here and by --backend"
done
$python tests/server/kill.py "$kibitzer"
tests/frontends.sh "$kibitzer" "$python"
