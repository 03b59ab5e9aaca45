"""Photos as people have them, as the extension module takes them."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _kibitzer
from ._errors import PhotoError

if TYPE_CHECKING:
    from PIL.Image import Image

Photo: TypeAlias = (
    "str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO | Image | NDArray[Any]"
)
"""A photo: a path, the bytes of a file (JPEG, PNG, WebP), a file opened for reading bytes, a PIL
image, or an array of 8-bit pixels, ``[height, width]`` (gray) or ``[height, width, channels]``
(1 gray, 3 RGB, 4 RGBA)."""

Plain: TypeAlias = "str | bytes | NDArray[np.uint8]"
"""A photo as the extension module takes it: a path, bytes, or ``[height, width, channels]``."""


def plain(photo: Photo) -> Plain:
    """A photo as the extension module takes it."""
    if isinstance(photo, np.ndarray):
        return _of_array(photo)
    if isinstance(photo, bytes):
        return photo
    if isinstance(photo, (bytearray, memoryview)):
        return bytes(photo)
    if isinstance(photo, (str, os.PathLike)):
        return path(photo)
    if _is_image(photo):
        return _of_image(photo)
    if hasattr(photo, "read"):
        return _of_file(photo)
    raise TypeError(
        f"a photo is a path, bytes, an open file, a PIL image or a NumPy array, not {_kind(photo)}"
    )


def name(photo: Photo) -> str:
    """What a photo is called in what is said of it: its path, or what it is."""
    if isinstance(photo, (str, os.PathLike)):
        return shown(path(photo))
    file = getattr(photo, "filename", None) or getattr(photo, "name", None)
    return shown(file) if isinstance(file, (str, bytes)) else _kind(photo)


def shown(name: str | bytes) -> str:
    """A path as text; one that is no UTF-8, as well as it can be shown."""
    return os.fsencode(name).decode("utf-8", "replace")


def path(photo: str | os.PathLike[str]) -> str:
    """A path as text."""
    text = os.fspath(photo)
    if not isinstance(text, str):
        raise TypeError("a path is text: use os.fsdecode(path)")
    return text


def _of_array(pixels: NDArray[Any]) -> NDArray[np.uint8]:
    """Pixels ``[height, width, channels]``; refused before they are copied."""
    if pixels.dtype != np.uint8:
        raise PhotoError(
            f"pixels of {pixels.dtype} are not read: scale them to 0..255 and give "
            "array.astype(numpy.uint8)"
        )
    if pixels.ndim == 2:
        pixels = pixels[:, :, np.newaxis]
    if pixels.ndim != 3 or pixels.shape[2] not in (1, 3, 4):
        raise PhotoError(
            f"an array of shape {pixels.shape} is no photo: give [height, width] or "
            "[height, width, channels] with 1 (gray), 3 (RGB) or 4 (RGBA) channels"
        )
    height, width, channels = pixels.shape
    _kibitzer.check_size(width, height, channels)
    return pixels


def _is_image(photo: object) -> bool:
    """Whether it is a PIL image; without PIL there is none."""
    pil = sys.modules.get("PIL.Image")
    return pil is not None and isinstance(photo, pil.Image)


def _of_image(image: Any) -> NDArray[np.uint8]:
    """The pixels of a PIL image, upright, as its EXIF data say."""
    from PIL import ImageOps

    width, height = image.size
    mode = _mode(image)
    _kibitzer.check_size(width, height, {"L": 1, "RGB": 3, "RGBA": 4}[mode])
    try:
        upright = ImageOps.exif_transpose(image).convert(mode)
    except Exception as error:  # What PIL's decoders raise is of many kinds.
        why = str(error) or type(error).__name__
        raise PhotoError(f"the image cannot be decoded ({why}): open it again") from error
    pixels = np.asarray(upright, dtype=np.uint8)
    return pixels[:, :, np.newaxis] if pixels.ndim == 2 else pixels


def _mode(image: Any) -> str:
    """The mode that an image is converted to."""
    if image.mode.startswith("I") or image.mode == "F":
        raise PhotoError(
            f"an image of mode {image.mode} is not read: scale its pixels to 0..255 and give "
            "array.astype(numpy.uint8)"
        )
    if image.mode in ("L", "RGB", "RGBA"):
        return str(image.mode)
    transparent = image.mode in ("LA", "PA", "La", "RGBa") or "transparency" in image.info
    return "RGBA" if transparent else "RGB"


def _of_file(file: Any) -> bytes:
    """The bytes of an open file."""
    if getattr(file, "closed", False):
        raise PhotoError("the file is closed: read the photo before it is, or give its path")
    data = None if isinstance(file, io.TextIOBase) else file.read()
    if not isinstance(data, bytes):
        raise PhotoError("open the file for reading bytes: open(path, 'rb')")
    return data


def _kind(thing: object) -> str:
    return type(thing).__name__
