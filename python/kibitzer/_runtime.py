"""Finding ONNX Runtime."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

from . import _kibitzer


def find() -> None:
    """Says where ONNX Runtime is: in the package ``onnxruntime`` of this Python.

    ``ORT_DYLIB_PATH`` comes first. Where neither has one, it is looked for in the usual places
    when the first model is loaded.
    """
    own = folder()
    if own is not None and not os.environ.get("ORT_DYLIB_PATH"):
        _kibitzer.use_runtime(str(own))


def folder() -> Path | None:
    """The folder of the library in the package ``onnxruntime``, where that is installed."""
    # Found, not imported: that takes time, and the library is all that is needed.
    spec = find_spec("onnxruntime")
    places = [] if spec is None else spec.submodule_search_locations or []
    folders = (Path(place) / "capi" for place in places)
    return next((folder for folder in folders if any(folder.glob("*onnxruntime*"))), None)
