#!/bin/sh
# Installs the wheel of target/wheels into an empty environment, python/.venv-wheel, runs the README's first three lines there, and adds what the tests
# and notebooks need.
set -eu
cd "$(dirname "$0")/../.."
wheel=$(realpath target/wheels/kibitzer-*.whl)
runtime=$(sed -n 's/^\(onnxruntime==[0-9.]*\).*/\1/p' tools/onnxruntime.txt)
venv=python/.venv-wheel
rm -rf $venv
python3 -m venv $venv
# What this shell knows of other environments and runtimes is not for the package.
unset ORT_DYLIB_PATH VIRTUAL_ENV PYTHONPATH
$venv/bin/pip install --quiet "$wheel" "$runtime"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp datasets/demo/images/chess-before.jpg "$work/photo.jpg"
(cd "$work" && "$OLDPWD/$venv/bin/python" -c '
import kibitzer
reading = kibitzer.read("photo.jpg")
print(reading.notation)
' | grep '^4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4')

$venv/bin/pip install --quiet --requirement python/tests/requirements.txt --requirement notebooks/requirements.txt
[ -z "${KIBITZER_ALL:-}" ] || $venv/bin/pip install --quiet --requirement python/tests/ray.txt
