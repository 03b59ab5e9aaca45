"""Reads the state of a board game (checkers, chess, Go, Qwirkle) from a photo.

>>> import kibitzer
>>> reading = kibitzer.read("photo.jpg")
>>> print(reading.notation, reading.confidence)

`read` reads a photo, `Reader` many. `judge` says whether the change between two boards is a legal
move, `score` counts a game, `evaluate` measures against labels, which `Dataset` reads and writes.
Everything that can go wrong is a `KibitzerError` that says what to do; only an argument of a wrong
type is a `TypeError`, as everywhere in Python.
"""

from ._dataset import Dataset, Label
from ._errors import (
    BoardError,
    DatasetError,
    KibitzerError,
    ModelError,
    NoBoardError,
    OptionError,
    OwnSetError,
    PhotoError,
)
from ._evaluate import evaluate
from ._kibitzer import __version__
from ._photo import Photo
from ._reader import PhotoOptions, Reader, ReadOptions, read
from ._reading import (
    Alternative,
    CellReading,
    Concern,
    Game,
    Language,
    Look,
    Orientation,
    OtherGame,
    Reading,
    RunnerUp,
    Side,
    Violation,
    WhichGame,
)
from ._rules import (
    Board,
    GoScore,
    Line,
    PhotoNote,
    Player,
    Prisoners,
    QwirkleMove,
    Reason,
    Rules,
    ScoredSquare,
    SidePoints,
    Tile,
    Verdict,
    WrongMove,
    judge,
    score,
)

__all__ = [
    "Alternative",
    "Board",
    "BoardError",
    "CellReading",
    "Concern",
    "Dataset",
    "DatasetError",
    "Game",
    "GoScore",
    "KibitzerError",
    "Label",
    "Language",
    "Line",
    "Look",
    "ModelError",
    "NoBoardError",
    "OptionError",
    "Orientation",
    "OtherGame",
    "OwnSetError",
    "Photo",
    "PhotoError",
    "PhotoNote",
    "PhotoOptions",
    "Player",
    "Prisoners",
    "QwirkleMove",
    "ReadOptions",
    "Reader",
    "Reading",
    "Reason",
    "Rules",
    "RunnerUp",
    "ScoredSquare",
    "Side",
    "SidePoints",
    "Tile",
    "Verdict",
    "Violation",
    "WhichGame",
    "WrongMove",
    "__version__",
    "evaluate",
    "judge",
    "read",
    "score",
]
