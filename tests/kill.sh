#!/bin/sh
# Twenty times: corrections are sent to a server, which is killed meanwhile (kill -9). Every correction that was answered for has to be there, whole.
# usage: kill.sh KIBITZER PYTHON
set -eu
kibitzer=$(realpath "$1")
cd "$(dirname "$0")/.."
exec "${2:-python3}" tests/server/kill.py "$kibitzer"
