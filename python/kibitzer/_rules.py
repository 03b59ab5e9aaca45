"""Moves judged, games counted and scored."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast, overload

import numpy as np
from numpy.typing import NDArray

from . import _kibitzer, _photo
from ._errors import BoardError, NoBoardError, OptionError
from ._json import convert
from ._numbers import count
from ._photo import Photo
from ._reader import PhotoOptions, Reader, usual
from ._reading import Concern, Game, Language, Reading, Violation

if TYPE_CHECKING:
    from typing_extensions import Unpack

Board: TypeAlias = "Photo | Reading"
"""A board: a notation (FEN, PDN FEN, SGF, Qwirkle rows), a file with one, a photo, or a reading."""
Rules: TypeAlias = Literal[
    "english", "wcdf", "russian", "brazilian", "international",
    "japanese", "chinese", "aga", "nz", "ing", "connect", "classic",
]  # fmt: skip
"""Rules by name: of checkers, of Go, of Qwirkle."""
Player: TypeAlias = Literal["white", "black"]
"""A player."""

# A board's name, what its file holds or the JSON of its reading, and the reading's probabilities.
_Given = tuple[str, "str | None", "NDArray[np.float32] | None"]


@dataclass(frozen=True)
class Reason:
    """Why a move is illegal."""

    reason: str
    """A name for programs, as ``chess-reason-out-of-reach``."""
    message: str
    """What is wrong, as a clause."""
    cells: tuple[tuple[int, int], ...]
    """Row and column, from 0, of the cells concerned."""
    names: tuple[str, ...]
    """The names of these cells."""


@dataclass(frozen=True)
class PhotoNote:
    """How sure a board is that was read from a photo."""

    board: Literal["before", "after", "history", "start", "board"]
    """Which board it is."""
    photo: str
    """The photo."""
    confidence: float
    """Probability that every cell is right, 0 to 1."""
    check: bool
    """Whether a person should look at the board."""
    violations: tuple[Violation, ...]
    """What is impossible about it."""
    covered: tuple[str, ...]
    """Names of the cells that something hides."""
    concerns: tuple[Concern, ...] = ()
    """Why, as in a reading."""
    which_way: bool = False
    """Whether it is not known which way round the board lies."""


@dataclass(frozen=True)
class Verdict:
    """Whether the change from one board to another is a legal move."""

    game: Game
    """The game."""
    verdict: Literal["unchanged", "legal", "unfinished", "missed_capture", "illegal"]
    """What the change is."""
    legal: bool
    """False for a wrong move."""
    message: str
    """Everything that is said, in the language asked for."""
    reasons: tuple[Reason, ...]
    """Why a move is illegal."""
    cells: tuple[tuple[int, int], ...]
    """Row and column, from 0, of the cells of the move, or of those where something is wrong."""
    names: tuple[str, ...]
    """The names of these cells."""
    before: str
    """The board before, as a notation."""
    after: str
    """The board after."""
    readings: tuple[PhotoNote, ...]
    """How sure the boards are that were read from photos."""
    mover: Player | None = None
    """Who moved."""
    move: str | None = None
    """The move: SAN (chess), PDN (checkers), a point (Go)."""
    winner: Player | None = None
    """Who has won."""
    json: str = ""
    """The verdict as ``kibitzer judge --json`` writes it, with what only this game has to say."""

    @property
    def details(self) -> Mapping[str, Any]:
        """Everything that the JSON has."""
        said: dict[str, Any] = json.loads(self.json)
        return said


@dataclass(frozen=True)
class Prisoners:
    """Stones that each side has captured."""

    black: int
    """By black."""
    white: int
    """By white."""


@dataclass(frozen=True)
class SidePoints:
    """A side's points, item by item."""

    stones: float
    """Stones on the board (Chinese, AGA)."""
    territory: float
    """Empty points that are its own."""
    prisoners: float
    """Stones captured, dead ones too (Japanese)."""
    neutral: float
    """Half of the points that are nobody's (Chinese)."""
    handicap: float
    """For handicap stones (Chinese, AGA)."""
    komi: float
    """Komi."""
    total: float
    """The sum."""


@dataclass(frozen=True)
class WrongMove:
    """A move that the rules forbid."""

    number: int
    """Its number, from 1."""
    point: str
    """Its point."""
    message: str
    """What is wrong."""


@dataclass(frozen=True, eq=False)
class GoScore:
    """A counted game of Go."""

    size: int
    """Rows of the board."""
    notation: str
    """The stones as SGF."""
    rules: Rules
    """The rules that it was counted by."""
    unknown_rules: str | None
    """What the SGF calls its rules, where nobody knows them."""
    komi: float
    """Points for white; stones by Chinese rules."""
    handicap: int
    """Handicap stones."""
    prisoners: Prisoners
    """Stones captured during the game."""
    prisoners_known: bool
    """Whether somebody said, or the moves of a game say, what was captured."""
    black: SidePoints
    """Black's points."""
    white: SidePoints
    """White's points."""
    neutral: int
    """Points that are nobody's."""
    finished: bool
    """False where the game does not look finished."""
    open: int
    """How many points are still open then."""
    margin: float
    """Black's points less white's."""
    result: str
    """``B+2.5``, ``W+0.5`` or ``0``."""
    dead: tuple[str, ...]
    """Names of dead stones."""
    seki: tuple[str, ...]
    """Names of points in seki that do not count."""
    to_fill: tuple[str, ...]
    """Names of points that do not count because their owner still has to play there."""
    unsure: tuple[str, ...]
    """Names of groups worth a second look."""
    values: NDArray[np.uint8]
    """``[rows, rows]``: 0 empty, 1 and 2 stones of black and white, 3 and 4 their points, 9
    neutral."""
    ownership: NDArray[np.float64]
    """``[rows, rows]``: how much oftener a point is black's than white's at the end of a random
    game, 1 to -1."""
    confidence: NDArray[np.float64]
    """``[rows, rows]``: how sure it is that the point is whose it is said to be, 0 to 1."""
    moves: int | None
    """Moves played in an SGF."""
    wrong_move: WrongMove | None
    """The first of them that the rules forbid."""
    violations: tuple[Violation, ...]
    """What is impossible about the board."""
    message: str
    """Everything that is said, in the language asked for."""
    readings: tuple[PhotoNote, ...]
    """How sure the board is, where it was read from a photo."""
    json: str
    """The count as ``kibitzer score --json`` writes it."""


@dataclass(frozen=True)
class Tile:
    """A tile and where it lies."""

    cell: str
    """The name of the cell, as ``8G``."""
    tile: str
    """Its code, as ``3R``."""


@dataclass(frozen=True)
class Line:
    """A line of tiles."""

    cells: tuple[str, ...]
    """The names of its cells, first to last."""
    points: int
    """Its points."""


@dataclass(frozen=True)
class ScoredSquare:
    """A tile on a bonus square."""

    cell: str
    """The name of the square."""
    points: int
    """Its points."""


@dataclass(frozen=True)
class QwirkleMove:
    """A move of Qwirkle and its score."""

    board: str
    """The board after it, as it was given."""
    move: int
    """The number of the move, from 1."""
    legal: bool
    """Whether it is legal."""
    reasons: tuple[Reason, ...]
    """Why it is not."""
    tiles: tuple[Tile, ...]
    """The new tiles."""
    score: int
    """The points of the move."""
    lines: tuple[Line, ...]
    """Lines made or lengthened."""
    bonuses: tuple[ScoredSquare, ...]
    """New tiles on bonus squares."""
    loose: int
    """Points for tiles without a line."""
    end_bonus: int
    """Points for the end of the game."""
    items: tuple[str, ...]
    """The items of the score as texts."""
    sum: int
    """The points of all moves so far."""
    readings: tuple[PhotoNote, ...]
    """How sure the boards are that were read from photos."""
    json: str
    """The move as ``kibitzer score --json`` writes it."""


def judge(
    before: Board,
    after: Board,
    game: Game,
    *,
    side: Player | None = None,
    rules: Rules | None = None,
    history: Sequence[Board] = (),
    start: Board | None = None,
    lang: Language = "en",
    reader: Reader | None = None,
    **options: Unpack[PhotoOptions],
) -> Verdict:
    """Says whether the change from one board to another is a legal move, and what is wrong if not.

    A board in a photo is turned to fit the other board, unless ``white`` says where white sits,
    here or when every reading was made.

    Args:
        before: The board before the move.
        after: The board after it.
        game: The game.
        side: Whose turn it is; without it, as the boards tell.
        rules: The rules of checkers (``english``) or Qwirkle (``connect``).
        history: Go: earlier boards of the game, for the ko rule.
        start: Qwirkle: the board at the start, which shows the bonus squares.
        lang: The language of what is said.
        reader: What reads photos; without it, one with the models that come with Kibitzer.
        options: What is said of photos, as `Reader.read` takes it.

    Raises:
        BoardError: A notation is no board of the game, or the boards are no positions of it.
        OptionError: An argument is none, or does not fit the game.
        NoBoardError: There is no board in a photo.
        KibitzerError: A photo or a model cannot be used.
    """
    given = _Boards(game, reader, options)
    if game == "checkers":
        given.rows = 10 if rules == "international" else 8
    of_before, of_after = given.get(before, "before"), given.get(after, "after")
    earlier = [given.get(board, f"history {i}") for i, board in enumerate(history, 1)]
    first = None if start is None else given.get(start, "start")
    given.check()
    text = _kibitzer.judge(
        of_before,
        of_after,
        game,
        side=side,
        rules=rules,
        history=earlier,
        start=first,
        white_is_known=given.white_is_known,
        lang=lang,
    )
    verdict: Verdict = convert(Verdict, json.loads(text) | {"json": text})
    return verdict


def _prisoners(prisoners: tuple[int, int] | None) -> tuple[int, int] | None:
    if prisoners is None:
        return None
    try:
        black, white = (operator.index(n) for n in prisoners)
    except (TypeError, ValueError):
        raise OptionError(
            "prisoners is two numbers, (black, white): the stones that each of them captured"
        ) from None
    count("prisoners", black)
    count("prisoners", white)
    return black, white


def _points(points: str | Sequence[str]) -> list[str]:
    """The names of points, each of which may be several between commas, as the program has it."""
    named = [points] if isinstance(points, str) else points
    return [point.strip() for names in named for point in names.split(",")] if points else []


@overload
def score(
    boards: Board,
    game: Literal["go"],
    *,
    rules: Rules | None = ...,
    komi: float | None = ...,
    handicap: int | None = ...,
    prisoners: tuple[int, int] | None = ...,
    dead: str | Sequence[str] = ...,
    alive: str | Sequence[str] = ...,
    lang: Language = ...,
    reader: Reader | None = ...,
    **options: Unpack[PhotoOptions],
) -> GoScore: ...


@overload
def score(
    boards: Sequence[Board],
    game: Literal["qwirkle"],
    *,
    rules: Rules | None = ...,
    finished: bool = ...,
    lang: Language = ...,
    reader: Reader | None = ...,
    **options: Unpack[PhotoOptions],
) -> list[QwirkleMove]: ...


def score(
    boards: Any,
    game: Literal["go", "qwirkle"],
    *,
    rules: Rules | None = None,
    komi: float | None = None,
    handicap: int | None = None,
    prisoners: tuple[int, int] | None = None,
    dead: str | Sequence[str] = (),
    alive: str | Sequence[str] = (),
    finished: bool = False,
    lang: Language = "en",
    reader: Reader | None = None,
    **options: Unpack[PhotoOptions],
) -> GoScore | list[QwirkleMove]:
    """Counts a finished game of Go, or scores the moves of a game of Qwirkle.

    Args:
        boards: Go: the board. Qwirkle: the boards of one game in order, the start first.
        game: The game.
        rules: The rules; without them, as an SGF says, else ``japanese``; ``connect``.
        komi: Go: points for white, by Chinese rules in stones.
        handicap: Go: handicap stones.
        prisoners: Go: stones that black and white captured during the game, two numbers.
        dead: Go: groups that are dead, each named by one of its points: ``c3,d4``, or a list.
        alive: Go: groups that are alive, in the same way.
        finished: Qwirkle: the last move was the last of the game.
        lang: The language of what is said.
        reader: What reads photos; without it, one with the models that come with Kibitzer.
        options: What is said of photos, as `Reader.read` takes it.

    Raises:
        BoardError: A notation is no board of the game, or the boards are no game.
        OptionError: An argument is none, or does not fit the game.
        NoBoardError: There is no board in a photo.
        KibitzerError: A photo or a model cannot be used.
    """
    if game not in ("go", "qwirkle"):
        raise OptionError(f"{game} has no score: use go or qwirkle")
    given = _Boards(game, reader, options)
    if game == "go":
        if finished:
            raise OptionError("finished is for qwirkle: leave it out for go")
        board = given.get(boards, "board")
        given.check()
        text = _kibitzer.score_go(
            board,
            rules=rules,
            komi=komi,
            handicap=count("handicap", handicap),
            prisoners=_prisoners(prisoners),
            dead=_points(dead),
            alive=_points(alive),
            lang=lang,
        )
        return _go(text)
    if komi is not None or handicap is not None or prisoners is not None or dead or alive:
        raise OptionError(
            "komi, handicap, prisoners, dead and alive are for go: leave them out for qwirkle"
        )
    if isinstance(boards, (str, bytes, os.PathLike, Reading)):
        raise OptionError("qwirkle is scored from several boards: give a list, the start first")
    named = [given.get(board, f"board {i}") for i, board in enumerate(boards)]
    given.check()
    lines = _kibitzer.score_qwirkle(named, rules=rules, finished=finished, lang=lang)
    return [convert(QwirkleMove, json.loads(line) | {"json": line}) for line in lines]


def _go(text: str) -> GoScore:
    said = json.loads(text)
    arrays = {
        "values": np.array(said["values"], dtype=np.uint8),
        "ownership": np.array(said["ownership"], dtype=np.float64),
        "confidence": np.array(said["confidence"], dtype=np.float64),
    }
    counted: GoScore = convert(GoScore, said | arrays | {"json": text})
    return counted


class _Boards:
    """Boards of a game, as the extension module takes them."""

    def __init__(self, game: Game, reader: Reader | None, options: PhotoOptions):
        unknown = set(options) - set(PhotoOptions.__annotations__)
        if unknown:
            raise TypeError(f"there is no argument '{min(unknown)}'")
        _kibitzer.classes(game)  # Refuses what is no game.
        self.game = game
        self.reader = reader
        # What is None, or not asked for, is not said.
        said = {n: v for n, v in options.items() if v is not None and v is not False}
        self.options = cast("PhotoOptions", said)
        self.rows: int | None = None
        self.has_read = False
        # Whether somebody said of every photo where white sits: in a game with sides, then nothing
        # was found out about it.
        self.white_is_known = "white" in said or game in ("checkers", "chess")
        # The files of boards, by what they are called.
        self._called: dict[str, str] = {}

    def check(self) -> None:
        """What is said of photos needs a photo to be said of."""
        if self.options and not self.has_read:
            raise OptionError(
                f"{min(self.options)} says something of photos, and none of these boards was "
                "read from one here: leave it out"
            )

    def get(self, board: Board, which: str) -> _Given:
        """A board's name, and what its file holds, or its reading with probabilities."""
        if isinstance(board, Reading):
            return self._found(board, f"{board.photo} ({which})")
        if isinstance(board, (str, os.PathLike)):
            return self._named(board, which)
        found = self._read(board)
        return self._found(found, f"{found.photo} ({which})")

    def _named(self, board: str | os.PathLike[str], which: str) -> _Given:
        """A board by its name: a photo, a file with a notation, or the notation itself."""
        path = _photo.path(board)
        kind, text = _kibitzer.named(path, self.game)
        if kind == "photo":
            return self._found(self._read(board), self._name(path, which))
        if kind == "file":
            return self._name(path, which), text, None
        if not isinstance(board, str):
            raise BoardError(f"there is no file {_photo.shown(path)}: check the path")
        return _photo.shown(path), None, None

    def _name(self, path: str, which: str) -> str:
        """What a file is called: no two files the same."""
        name = _photo.shown(path)
        alike = self._called.setdefault(name, path) != path
        return f"{name} ({which})" if alike else name

    def _read(self, photo: Photo) -> Reading:
        reader = usual() if self.reader is None else self.reader
        options: PhotoOptions = {"size": self.rows, **self.options}
        self.has_read = True
        try:
            return reader.read(photo, self.game, **options)
        except NoBoardError as error:
            if error.refusal not in ("other_board", "other_game"):
                raise
            # Here the game has to be said: another one is no help.
            why = str(error).partition("; ")[0]
            anyway = ", or read it all the same with anyway=True"
            advice = f"give a photo of the {self.game} board"
            advice += anyway if error.refusal == "other_game" else ""
            raise NoBoardError(f"{why}; {advice}", error.refusal, error.confidence) from None

    def _found(self, reading: Reading, name: str) -> _Given:
        """A reading, by a name."""
        if reading.orientation is not None and "white" not in self.options:
            self.white_is_known = False
        return name, reading.json, reading.class_probabilities
