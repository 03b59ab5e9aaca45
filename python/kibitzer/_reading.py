"""What was read in a photo."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _kibitzer, _photo
from ._errors import PhotoError
from ._json import convert
from ._picture import picture

if TYPE_CHECKING:
    from ._dataset import Label
    from ._photo import Photo

Game: TypeAlias = Literal["checkers", "chess", "go", "qwirkle"]
"""A game."""
Side: TypeAlias = Literal["bottom", "left", "top", "right"]
"""A side of a photo."""
Language: TypeAlias = Literal["en", "pl", "fi", "ro", "zh"]
"""A language of messages."""
Corners: TypeAlias = "tuple[tuple[float, float], ...]"
"""Four ``(x, y)`` in photo pixels, clockwise."""


@dataclass(frozen=True)
class Alternative:
    """What a cell may hold instead."""

    code: str
    """Its code, as ``K``, ``w`` or ``3R``."""
    name: str
    """Its name, as "white king"."""
    probability: float
    """Its probability, 0 to 1."""


@dataclass(frozen=True)
class CellReading:
    """What was read in a cell, and what it may hold instead."""

    cell: str
    """Its name, as ``e4``."""
    row: int
    """Its row, from 0."""
    column: int
    """Its column, from 0."""
    read: str
    """The code of what was read."""
    probability: float
    """The probability of that, 0 to 1."""
    empty: float
    """The probability that nothing is there."""
    alternatives: tuple[Alternative, ...]
    """Other classes, the most probable first."""
    kind_given_color: float | None = None
    """The probability that it is this kind of piece, if it is of this color."""
    overruled: str | None = None
    """Why the most probable class was not read, where it was not."""


@dataclass(frozen=True)
class Look(CellReading):
    """A cell to look at."""

    why: Literal["impossible", "covered", "overruled", "uncertain"] = "uncertain"
    """Why it is worth a look."""
    then: float = 0.0
    """Probability that the whole board is right after a look at this cell and all before it."""


@dataclass(frozen=True)
class Concern:
    """Why a person should look at a board."""

    about: Literal["presence", "game", "orientation", "impossible", "covered", "uncertain"]
    """What it is about."""
    message: str
    """The same as a sentence or a question."""


@dataclass(frozen=True)
class Violation:
    """Something impossible about a board."""

    rule: str
    """A name for programs, as ``two-kings``."""
    message: str
    """What is impossible."""
    cells: tuple[tuple[int, int], ...]
    """Row and column, from 0, of every cell concerned."""


@dataclass(frozen=True)
class OtherGame:
    """Which game a board shows otherwise."""

    game: Game
    """The game."""
    probability: float
    """How probable that is."""


@dataclass(frozen=True)
class WhichGame:
    """How probably a board shows the game that it was read as."""

    probability: float
    """How probable that is."""
    runner_up: OtherGame
    """Which game it is otherwise, most probably."""


@dataclass(frozen=True)
class RunnerUp:
    """Where white sits otherwise."""

    white: Side
    """The side, as seen in the photo."""
    probability: float
    """How probable that is."""


@dataclass(frozen=True)
class Orientation:
    """Which way round a board lies."""

    white: Side
    """Where white sits, as seen in the photo."""
    probability: float
    """How probable that is."""
    runner_up: RunnerUp
    """Where white sits otherwise, most probably."""


@dataclass(frozen=True, eq=False, repr=False)
class Reading:
    """A board that was read in a photo.

    Arrays are read-only. A reading can be pickled and copied; photos that were given as bytes,
    images or arrays are left out of a pickle, their paths are kept.
    """

    photo: str
    """The photo's path, or what it was given as."""
    game: Game
    """The game."""
    board: NDArray[np.str_]
    """Codes of what was read, ``[rows, columns]``, in the board's own orientation: row 0 is the
    far side from white (chess: rank 8), the SGF's top row (Go), row 1 (Qwirkle). ``.`` (Qwirkle:
    ``..``) is an empty cell."""
    cells: tuple[str, ...]
    """The same as rows of text, as labels have them."""
    notation: str
    """The board as FEN (chess), PDN FEN (checkers), SGF (Go) or Qwirkle rows."""
    corners: NDArray[np.float64]
    """The board's corners, ``[4, 2]``: x and y in photo pixels, clockwise, the first at row 0,
    column 0. Of Go boards, the outermost crossings."""
    corner_confidence: float
    """How sure the detector is of the board and its corners, 0 to 1."""
    confidence: float
    """Probability that every cell is right, 0 to 1."""
    probabilities: NDArray[np.float32]
    """Probability of what was read in each cell, ``[rows, columns]``, 0 to 1."""
    class_probabilities: NDArray[np.float32]
    """Probability of each class in each cell, ``[rows, columns, classes]``; they sum to 1."""
    classes: tuple[str, ...]
    """The codes of the classes, in the order of ``class_probabilities``; the first is empty."""
    check: bool
    """Whether a person should look at the board; ``concerns`` say why."""
    concerns: tuple[Concern, ...]
    """Why a person should look at the board."""
    look_at: tuple[Look, ...]
    """Which cells to look at then, the one that settles most first."""
    uncertain: tuple[CellReading, ...]
    """The least certain cells, the worst first."""
    violations: tuple[Violation, ...]
    """What is impossible about the board."""
    covered: tuple[str, ...]
    """Names of the cells that something hides."""
    presence: float | None
    """Probability that there is a whole board at all, where that was looked at."""
    which_game: WhichGame | None
    """How probably it is this game; only where another one is played on the same board, the places
    of the pieces do not tell, and nobody said it."""
    orientation: Orientation | None
    """Which way round the board lies; only of boards that have sides, where nobody said it."""
    boards: tuple[NDArray[np.float64], ...]
    """The corners, ``[4, 2]``, of all boards in the photo, this one first."""
    left_out: tuple[str, ...]
    """Steps for which there was no time before the deadline."""
    log_likelihood: float
    """Natural logarithm of the product of ``probabilities``."""
    milliseconds: Mapping[str, float]
    """Time of each stage."""
    json: str
    """The reading as ``kibitzer read --json`` writes it, one line."""
    _source: Photo | None = None

    @property
    def rows(self) -> int:
        """Rows of the board."""
        return int(self.board.shape[0])

    @property
    def columns(self) -> int:
        """Columns of the board."""
        return int(self.board.shape[1])

    def __str__(self) -> str:
        """The board, drawn with letters and coordinates."""
        return _kibitzer.text(self.game, list(self.cells))

    def __repr__(self) -> str:
        """What was read, in a line."""
        doubt = ", to be checked" if self.check else ""
        return f"<Reading of {self.photo}: {self.game}, {self.confidence:.0%} sure{doubt}>"

    def overlay(self, photo: Photo | None = None) -> NDArray[np.uint8]:
        """The photo with the board drawn on it, ``[height, width, 3]``, RGB.

        Outline and grid; on every occupied cell the code of what was read: white where it is
        certain, yellow where it is not or the cell is hidden, red where it is part of something
        impossible. A disc marks the board's own first corner.

        Args:
            photo: The photo; without it, the one that was read, opened once more.

        Raises:
            PhotoError: The photo cannot be opened, or is not known, as after unpickling.
        """
        source = self._source if photo is None else photo
        if source is None:
            raise PhotoError("the reading no longer has its photo: give it, overlay(photo)")
        return _kibitzer.overlay(_photo.plain(source), self.json, self.class_probabilities)

    def svg(self) -> str:
        """A picture of the board; doubtful cells are dashed, impossible ones red."""
        return picture(self)

    def label(self, image: str | None = None) -> Label:
        """A label for the photo, as a proposal to be looked at.

        Args:
            image: The photo's path below the folder of the labels file; without it, as it was
                given.
        """
        from ._dataset import Label

        image = self.photo if image is None else image
        return Label.parse(_kibitzer.label_of(image, self.json, self.class_probabilities))

    def _repr_svg_(self) -> str:
        """The picture, for notebooks."""
        return self.svg()

    def __getstate__(self) -> tuple[str, NDArray[np.float32], str | None]:
        """What a pickle keeps: of a photo, its path at most."""
        path = self._source if isinstance(self._source, str) else None
        return self.json, self.class_probabilities, path

    def __setstate__(self, state: tuple[str, NDArray[np.float32], str | None]) -> None:
        """From what a pickle kept."""
        self.__dict__.update(reading(*state).__dict__)


def reading(text: str, class_probabilities: NDArray[np.float32], source: Photo | None) -> Reading:
    """A reading from its JSON and the probabilities ``[rows, columns, classes]``."""
    said: dict[str, Any] = json.loads(text)
    game: Game = said["game"]
    board = _codes(game, said["cells"])
    return Reading(
        photo=said["photo"],
        game=game,
        board=_fixed(board),
        cells=tuple(said["cells"]),
        notation=said["notation"],
        corners=_points(said["corners"]),
        corner_confidence=said["corner_confidence"],
        confidence=said["confidence"],
        probabilities=_fixed(np.array(said["probabilities"], dtype=np.float32)),
        class_probabilities=_fixed(class_probabilities),
        classes=_kibitzer.classes(game),
        check=said["check"],
        concerns=convert(tuple[Concern, ...], said["concerns"]),
        look_at=convert(tuple[Look, ...], said["look_at"]),
        uncertain=convert(tuple[CellReading, ...], said["uncertain"]),
        violations=convert(tuple[Violation, ...], said["violations"]),
        covered=tuple(said["covered"]),
        presence=said.get("presence"),
        which_game=convert(WhichGame | None, said.get("which_game")),
        orientation=convert(Orientation | None, said.get("orientation")),
        boards=tuple(map(_points, said.get("boards", [said["corners"]]))),
        left_out=tuple(said.get("left_out", ())),
        log_likelihood=said["log_likelihood"],
        milliseconds=said["milliseconds"],
        json=text,
        _source=source,
    )


def _codes(game: Game, rows: list[str]) -> NDArray[np.str_]:
    """Rows of text as an array of codes."""
    return np.array([row.split(" ") if game == "qwirkle" else list(row) for row in rows])


def _points(corners: list[list[float]]) -> NDArray[np.float64]:
    return _fixed(np.array(corners, dtype=np.float64))


def _fixed(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, read-only."""
    array.flags.writeable = False
    return array
