#!/bin/sh
# Reads every sample here and by a real MLServer that runs the same networks: the boards have to be the same. Not part of `make test`: MLServer takes
# minutes to install.
# usage: mlserver.sh KIBITZER
set -eu
kibitzer=$(realpath "$1")
cd "$(dirname "$0")/../.."
venv=tests/server/.venv-mlserver
[ -x $venv/bin/mlserver ] || { python3 -m venv $venv && $venv/bin/pip install --quiet mlserver==1.7.1 onnxruntime==1.31.1; }
networks=$(mktemp -d)
examples/mlserver/prepare.sh models "$networks"
echo '{ "host": "127.0.0.1", "http_port": 8590, "grpc_port": 8591, "metrics_port": 8592, "parallel_workers": 0 }' > "$networks/settings.json"
PATH="$PWD/$venv/bin:$PATH" PYTHONPATH="$networks" mlserver start "$networks" > "$networks/log" 2>&1 &
server=$!
trap 'kill $server 2> /dev/null; wait $server 2> /dev/null || true; rm -rf "$networks"' EXIT
tries=0
until curl --silent --fail http://127.0.0.1:8590/v2/health/ready > /dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 120 ] || { cat "$networks/log"; echo "MLServer did not start"; exit 1; }
    sleep 1
done
cells() { python3 -c 'import json, sys; print(json.load(sys.stdin)["cells"])'; }
for photo in datasets/samples/images/*.jpg; do
    game=$(basename "$photo" | cut -d- -f1)
    here=$("$kibitzer" read "$photo" --game "$game" --json | cells)
    there=$("$kibitzer" read "$photo" --game "$game" --json --backend http://127.0.0.1:8590 | cells)
    [ "$here" = "$there" ] || { echo "$photo is read otherwise by MLServer"; exit 1; }
    echo "$photo is read alike"
done
