#!/bin/sh
# Runs the example front-ends against a server; those whose runtime is not here are left out, and that is said.
# usage: frontends.sh KIBITZER [PYTHON]
set -eu
kibitzer=$(realpath "$1")
cd "$(dirname "$0")/.."
python=${2:-python3}
. tools/with-server.sh
photo=datasets/demo/images/chess-before.jpg
fen='4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4'

# run NAME COMMAND...
run() {
    name=$1
    shift
    if ! out=$("$@" "$photo" chess "$address"); then
        echo "$name failed"
        exit 1
    fi
    case $out in
        *"$fen"*) echo "$name read the board" ;;
        *) echo "$name said: $out"; exit 1 ;;
    esac
    # A file that is no photo: a sentence, and an exit code that is not 0.
    if "$@" Cargo.toml chess "$address" > /dev/null 2>&1; then
        echo "$name took Cargo.toml for a photo"
        exit 1
    fi
}
run read.sh examples/frontends/read.sh
if "$python" -c 'import requests' 2> /dev/null; then run read.py "$python" examples/frontends/read.py; else echo "read.py was left out: no requests"; fi
if command -v node > /dev/null; then run read.mjs node examples/frontends/read.mjs; else echo "read.mjs was left out: no node"; fi
if command -v php > /dev/null; then run read.php php examples/frontends/read.php; else echo "read.php was left out: no php"; fi
