#!/bin/sh
# Reads a fixed sample of the validation photos again and fails when models/corners/eval.csv says otherwise.
# usage: check-photos.sh KIBITZER PHOTOS
set -eu
cd "$(dirname "$0")/.."
exec python3 tools/check_photos.py "$1" "$2"
