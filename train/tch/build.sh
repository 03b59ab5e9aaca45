#!/bin/sh
# Builds kibitzer-train for LibTorch on a CPU, with LibTorch's own kernels for what burn-tch leaves to burn's generic code: the backward passes of
# convolution and batch normalization, which train several times faster then. The models of the releases were trained with it; train/LOG.md has figures.
# usage: LIBTORCH=FOLDER build.sh      FOLDER: LibTorch 2.9, from its archive or the PyPI wheel `torch`, with include/ and lib/
# It also builds with LibTorch 2.11, where LIBTORCH_BYPASS_VERSION_CHECK=1. On a machine with a GPU: `--device tch-cuda`, with LD_PRELOAD=FOLDER/lib/libtorch_cuda.so and the LibTorch of a CUDA build;
# LIBTORCH may be of the same version without CUDA's libraries when the program is built. LibTorch says where there is no GPU.
# The program is target/tch/release/kibitzer-train; run it with LD_LIBRARY_PATH=FOLDER/lib, and with KIBITZER_BF16=1 where the CPU has AVX512-BF16.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
if [ ! -d "${LIBTORCH:-}/include" ]; then
    echo "LIBTORCH names no folder of LibTorch: set it to one with include/ and lib/" >&2
    exit 2
fi
export LIBTORCH LIBTORCH_INCLUDE="$LIBTORCH"

# burn-tch as published, with the patch and the kernels.
manifest=$(cargo metadata --locked --format-version 1 --features kibitzer-train/tch |
    python3 -c 'import json, sys; print(next(p["manifest_path"] for p in json.load(sys.stdin)["packages"] if p["name"] == "burn-tch"))')
source=target/tch/burn-tch
rm -rf "$source"
mkdir -p target/tch
cp -r "$(dirname "$manifest")" "$source"
chmod -R u+w "$source"
patch --quiet --directory "$source" -p1 < "$here/burn-tch.patch"
cp "$here/kernels.cpp" "$source/src/"
cp "$here/kernels.rs" "$source/src/ops/"

# A patched dependency is another one to Cargo.lock, which stays as it is.
cp Cargo.lock target/tch/Cargo.lock
trap 'mv target/tch/Cargo.lock Cargo.lock' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
cargo build --release --package kibitzer-train --no-default-features --features tch --target-dir target/tch \
    --config "patch.crates-io.burn-tch.path=\"$PWD/$source\""
