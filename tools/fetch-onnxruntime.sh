#!/bin/sh
# Unpacks ONNX Runtime's library from its PyPI wheel into .onnxruntime/. pip checks the wheel's SHA-256.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^onnxruntime==\([0-9.]*\).*/\1/p' tools/onnxruntime.txt)
stamp=.onnxruntime/$version
[ -e "$stamp" ] && exit 0

case "$(uname -s)-$(uname -m)" in
    Linux-x86_64) platform=manylinux_2_28_x86_64 ;;
    Linux-aarch64) platform=manylinux_2_28_aarch64 ;;
    Darwin-arm64) platform=macosx_14_0_arm64 ;;
    *)
        echo "No ONNX Runtime wheel is pinned for $(uname -s) on $(uname -m): install ONNX Runtime $version yourself" \
            "and set ORT_DYLIB_PATH to its library." >&2
        exit 2
        ;;
esac

python=python3
if ! $python -m pip --version >/dev/null 2>&1; then
    [ -x .venv/bin/pip ] || python3 -m venv .venv
    python=.venv/bin/python
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
$python -m pip download --quiet --no-deps --only-binary=:all: --require-hashes --requirement tools/onnxruntime.txt \
    --implementation cp --python-version 3.12 --abi cp312 --platform "$platform" --dest "$work"
rm -rf .onnxruntime
mkdir .onnxruntime
$python -m zipfile --extract "$work"/onnxruntime-*.whl .onnxruntime
# Only the library is needed.
find .onnxruntime -type f ! -name 'libonnxruntime*' ! -path '*/onnxruntime-*.dist-info/*' ! -name 'LICENSE*' \
    ! -name 'ThirdPartyNotices*' -delete
find .onnxruntime -type d -empty -delete
touch "$stamp"
echo "ONNX Runtime $version: $(ls .onnxruntime/onnxruntime/capi)"
