#!/bin/sh
# All tests of the Python package, its types and style, in the environment that environment.sh makes.
set -eu
cd "$(dirname "$0")/../.."
venv=python/.venv-wheel
unset ORT_DYLIB_PATH VIRTUAL_ENV PYTHONPATH
KIBITZER_SCRIPTS=$(realpath $venv/bin) $venv/bin/python -m pytest -q python/tests
$venv/bin/mypy --config-file python/pyproject.toml python/kibitzer
# The stubs of the extension module say what it has.
$venv/bin/python -m mypy.stubtest kibitzer._kibitzer
find examples -name "*.py" -exec $venv/bin/mypy --config-file python/pyproject.toml --scripts-are-modules {} +
cd python
ruff=../$venv/bin/ruff
$ruff check --config pyproject.toml . ../examples
$ruff format --config pyproject.toml --check . ../examples
