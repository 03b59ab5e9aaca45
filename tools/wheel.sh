#!/bin/sh
# Builds the Python package, extension module and program in one wheel, into target/wheels/.
# usage: wheel.sh         the optimized one, for other machines, too
#        wheel.sh debug   one of what is in target/debug: the same files, and nothing is compiled for it
set -eu
cd "$(dirname "$0")/.."
python=python/.venv/bin
if [ ! -x $python/maturin ] || [ python/requirements.txt -nt $python/maturin ]; then
    python3 -m venv python/.venv
    $python/pip install --quiet --requirement python/requirements.txt
    touch $python/maturin
fi
rm -rf target/wheels
mkdir -p target/wheels

# stripped FROM TO: a compiled file without the symbols that make up most of a debug build.
stripped() {
    mkdir -p "$(dirname "$2")"
    case $(uname -s) in Linux) strip -o "$2" "$1" ;; *) cp "$1" "$2" ;; esac
}
# Where maturin looks for what is no part of the package.
data=python/kibitzer.data
mkdir -p $data

if [ "${1:-}" != debug ]; then
    cargo build --release --locked --package kibitzer --package kibitzer-python
    stripped target/release/kibitzer $data/scripts/kibitzer
    $python/maturin build --quiet --release --locked --manifest-path python/Cargo.toml --out target/wheels
else
    # maturin compiles one package by itself, with other features of its dependencies than those of the whole workspace: all of them once more.
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    mkdir -p "$work/wheel"
    $python/maturin pep517 write-dist-info --quiet --manifest-path python/Cargo.toml --metadata-directory "$work/wheel" > /dev/null
    cp -r python/kibitzer "$work/wheel/kibitzer"
    find "$work/wheel" -name __pycache__ -prune -exec rm -r {} +
    stripped "$(ls -t target/debug/lib_kibitzer.* | grep -E '\.(so|dylib)$' | head -1)" "$work/wheel/kibitzer/_kibitzer.abi3.so"
    version=$(basename "$work"/wheel/*.dist-info .dist-info)
    stripped target/debug/kibitzer "$work/wheel/$version.data/scripts/kibitzer"
    $python/python -m wheel pack --dest-dir target/wheels "$work/wheel" > /dev/null
fi
ls target/wheels/*.whl
