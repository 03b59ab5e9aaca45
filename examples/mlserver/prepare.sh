#!/bin/sh
# Writes a folder that MLServer serves Kibitzer's networks from: prepare.sh MODELS FOLDER; then: mlserver start FOLDER
set -eu
models=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
cp "$here/onnx_runtime.py" "$2"
for model in "$models"/*/model.onnx; do
    name=$(basename "$(dirname "$model")")
    mkdir -p "$2/$name"
    cat > "$2/$name/model-settings.json" <<JSON
{ "name": "$name", "implementation": "onnx_runtime.OnnxModel", "parameters": { "uri": "$model" } }
JSON
done
