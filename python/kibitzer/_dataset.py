"""Labels: photos and what they show, in and out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

import numpy as np

from . import _kibitzer
from ._errors import DatasetError
from ._json import convert
from ._reading import Game

# What a label calls otherwise than its line.
_NAMES = {"initial": "x_initial", "random": "x_random"}


@dataclass(frozen=True, kw_only=True)
class Label:
    """What a photo shows; ``datasets/schema.json`` describes the format.

    Corners and cells may be the arrays ``corners`` and ``board`` of a reading.
    """

    image: str
    """The photo's path below the folder of the labels file."""
    game: Game | None = None
    """The game."""
    corners: tuple[tuple[float, float], ...] | None = None
    """Four ``(x, y)`` in pixels, clockwise as seen, from the corner of row 0, column 0."""
    cells: tuple[str, ...] | None = None
    """Rows of cell codes."""
    orientation: Literal["known", "unknown"] = "unknown"
    """Whether row 0, column 0 is the board's own."""
    group: str = ""
    """One physical set and session."""
    set: str | None = None
    """The physical set and board, which groups of several sessions share."""
    split: str | None = None
    """``train``, ``val`` or ``test``."""
    kind: Literal["photo", "screenshot", "render"] = "photo"
    """What the picture is."""
    rectified: bool = False
    """Whether it is cut to the board already."""
    colors: str | None = None
    """``arbitrary`` where which side is called white is a guess."""
    covered: tuple[tuple[int, int], ...] = ()
    """Cells, as row and column from 0, that something hides."""
    unknown_cells: tuple[tuple[int, int], ...] = ()
    """Cells, as row and column from 0, that nobody can tell."""
    initial: bool = False
    """Whether the board shows the initial position."""
    random: bool = False
    """Whether it shows a position that no game has."""
    kind_of: str | None = None
    """Of a photo without a playable board, what it shows."""
    hand_in_view: bool = False
    """Whether something hides a part of the board."""
    kings: bool | None = None
    """Checkers: false where kings are not marked in the label."""
    width: int | None = None
    """Width of the photo in pixels."""
    height: int | None = None
    """Height of the photo in pixels."""
    extra: dict[str, Any] = field(default_factory=dict)
    """Everything else that its line says."""

    def __post_init__(self) -> None:
        """Arrays become what their line says."""
        if isinstance(self.corners, np.ndarray):
            object.__setattr__(self, "corners", tuple(map(tuple, self.corners.tolist())))
        if isinstance(self.cells, np.ndarray):
            space = " " if self.game == "qwirkle" else ""
            object.__setattr__(self, "cells", tuple(map(space.join, self.cells.tolist())))

    @property
    def board(self) -> bool:
        """Whether the photo shows a playable board."""
        return self.extra.get("board") is not False

    @classmethod
    def parse(cls, line: str) -> Label:
        """A label from its line of JSON.

        Raises:
            DatasetError: The line is no label.
        """
        return cls._of(_kibitzer.label(line))

    @classmethod
    def _of(cls, line: str) -> Label:
        """A label from its line as the library writes it."""
        said: dict[str, Any] = json.loads(line)
        own = {name: said.pop(key) for name, key in _keys() if key in said}
        label: Label = convert(cls, {**own, "extra": said})
        return label

    def to_json(self) -> str:
        """The label as a line of JSON.

        Raises:
            DatasetError: JSON has nothing for a value of it.
        """
        said = {key: getattr(self, name) for name, key in _keys()}
        said = {key: value for key, value in said.items() if value is not None} | self.extra
        return json.dumps(said, default=self._plain)

    def _plain(self, value: Any) -> Any:
        """What JSON has for a value: of NumPy's, Python's own."""
        if isinstance(value, (np.ndarray, np.generic)):
            return value.tolist()
        wrong = f"{self.image}: a label has no {type(value).__name__}"
        raise DatasetError(f"{wrong}: give text, numbers, lists or dicts")


def _keys() -> list[tuple[str, str]]:
    """The fields of a label, and what its line calls them."""
    names = [own.name for own in fields(Label) if own.name != "extra"]
    return [(name, _NAMES.get(name, name)) for name in names]


class Dataset:
    """Labels and where their photos are: a ``labels.jsonl`` beside its photos."""

    def __init__(self, labels: Iterable[Label] = (), folder: str | os.PathLike[str] = "."):
        """A dataset of labels whose photos lie in, or below, a folder."""
        self.labels = list(labels)
        self.folder = Path(folder)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> Dataset:
        """The labels of a file, or of the ``labels.jsonl`` in a folder.

        Raises:
            DatasetError: The file cannot be read, or a line of it is no label.
        """
        file = labels_file(path)
        lines = _kibitzer.read_labels(str(file))
        return cls((Label._of(line) for _, line in lines), file.parent)

    def write(self, path: str | os.PathLike[str] | None = None, *, force: bool = False) -> Path:
        """Writes the labels, whole or not at all, and says where.

        Args:
            path: The file; without it, ``labels.jsonl`` in the dataset's folder.
            force: Replace a file that is there already.

        Raises:
            DatasetError: A label is no board of its game, or the file is there, or cannot be
                written.
        """
        file = self.folder / "labels.jsonl" if path is None else Path(path)
        _kibitzer.write_labels(str(file), [label.to_json() for label in self.labels], force)
        return file

    def path(self, label: Label) -> Path:
        """Where a label's photo is."""
        return self.folder / label.image

    def __len__(self) -> int:
        """The number of labels."""
        return len(self.labels)

    def __iter__(self) -> Iterator[Label]:
        """The labels, in order."""
        return iter(self.labels)

    def __getitem__(self, index: int) -> Label:
        """A label."""
        return self.labels[index]

    def __repr__(self) -> str:
        """What it is, in a line."""
        return f"<Dataset of {len(self)} labels in {self.folder}>"


def labels_file(path: str | os.PathLike[str]) -> Path:
    """The labels file that a path names: itself, or the one in a folder."""
    file = Path(path)
    if not file.is_dir():
        return file
    for name in ("labels.jsonl", "manifest.jsonl"):
        if (file / name).is_file():
            return file / name
    raise DatasetError(f"{file} has no labels.jsonl or manifest.jsonl: name the labels file")
