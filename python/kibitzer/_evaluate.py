"""Evaluations as tables."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal

from . import _kibitzer
from ._dataset import labels_file
from ._errors import KibitzerError, OptionError
from ._numbers import count
from ._reader import Reader, usual
from ._reading import Game

if TYPE_CHECKING:
    from polars import DataFrame

Labels = str | os.PathLike[str]


def evaluate(
    labels: Labels | Sequence[Labels],
    *,
    game: Game | None = None,
    split: str | None = None,
    limit: int | None = None,
    true_corners: bool = False,
    set: str | None = None,  # noqa: A002
    table: Literal["photos", "cells"] = "photos",
    reader: Reader | None = None,
) -> DataFrame:
    """Reads labeled photos and says how right they were read: a row a photo, or a row a cell.

    The columns are those of ``photos.parquet`` and ``cells.parquet`` of ``kibitzer eval``. Photos
    are read one after the other; Ctrl-C ends it after the photo that is being read.

    Args:
        labels: A labels file or a folder with one, or several.
        game: Only the labels of this game, which the reader is then told; else it finds out the
            game, and ``read_as`` says which.
        split: Only those of this split: ``train``, ``val`` or ``test``.
        limit: At most so many photos.
        true_corners: Give the reader the labels' corners.
        set: Read photos of its game with what photos of a set of your own taught
            (``kibitzer reference add``).
        table: Which table.
        reader: What reads the photos; without it, one with the models that come with Kibitzer.

    Raises:
        OptionError: There is no such table.
        DatasetError: The labels cannot be read, or none are left.
        OwnSetError: The set is not there, or is of another game or model.
        ModelError: A model, or ONNX Runtime, is missing or cannot be used.
        KibitzerError: polars is not installed.
    """
    if table not in ("photos", "cells"):
        raise OptionError(f"there is no table '{table}': use photos or cells")
    try:
        import polars
    except ImportError as error:
        raise KibitzerError("evaluate makes a polars table: pip install polars") from error
    files = [labels] if isinstance(labels, (str, os.PathLike)) else labels
    with TemporaryDirectory(prefix="kibitzer-") as folder:
        _kibitzer.evaluate(
            (reader or usual())._extension,
            [str(labels_file(file)) for file in files],
            folder,
            game=game,
            split=split,
            limit=count("limit", limit),
            true_corners=true_corners,
            set=set,
        )
        return polars.read_parquet(Path(folder) / f"{table}.parquet", memory_map=False)
