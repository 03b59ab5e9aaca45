"""Conversions between Python and Kibitzer's library."""

from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from ._photo import Plain

__all__ = [
    "MOST_THREADS",
    "Reader",
    "__version__",
    "check_size",
    "classes",
    "evaluate",
    "judge",
    "label",
    "label_of",
    "named",
    "overlay",
    "read_labels",
    "schema",
    "score_go",
    "score_qwirkle",
    "text",
    "use_runtime",
    "write_labels",
]

__version__: str
MOST_THREADS: int

@final
class Reader:
    def __new__(cls, models: str | None, threads: int) -> Reader: ...
    def load(self, game: str) -> None: ...
    def read(
        self,
        photo: Plain,
        name: str,
        game: str,
        *,
        size: int | None,
        corners: Sequence[Sequence[float]] | None,
        white: str | None,
        anyway: bool,
        deadline_ms: int | None,
        set: str | None,
        lang: str,
    ) -> tuple[str, NDArray[np.float32]]: ...

def check_size(width: int, height: int, channels: int) -> None: ...
def classes(game: str) -> tuple[str, ...]: ...
def evaluate(
    reader: Reader,
    labels: Sequence[str],
    folder: str,
    *,
    game: str | None,
    split: str | None,
    limit: int | None,
    true_corners: bool,
    set: str | None,
) -> None: ...
def judge(
    before: tuple[str, str | None, NDArray[np.float32] | None],
    after: tuple[str, str | None, NDArray[np.float32] | None],
    game: str,
    *,
    side: str | None,
    rules: str | None,
    history: Sequence[tuple[str, str | None, NDArray[np.float32] | None]],
    start: tuple[str, str | None, NDArray[np.float32] | None] | None,
    white_is_known: bool,
    lang: str,
) -> str: ...
def label(line: str) -> str: ...
def label_of(image: str, reading: str, probabilities: NDArray[np.float32]) -> str: ...
def named(name: str, game: str) -> tuple[str, str | None]: ...
def overlay(
    photo: Plain, reading: str, probabilities: NDArray[np.float32]
) -> NDArray[np.uint8]: ...
def read_labels(path: str) -> list[tuple[int, str]]: ...
def schema(of: str) -> str: ...
def score_go(
    board: tuple[str, str | None, NDArray[np.float32] | None],
    *,
    rules: str | None,
    komi: float | None,
    handicap: int | None,
    prisoners: tuple[int, int] | None,
    dead: Sequence[str],
    alive: Sequence[str],
    lang: str,
) -> str: ...
def score_qwirkle(
    boards: Sequence[tuple[str, str | None, NDArray[np.float32] | None]],
    *,
    rules: str | None,
    finished: bool,
    lang: str,
) -> list[str]: ...
def text(game: str, cells: Sequence[str]) -> str: ...
def use_runtime(path: str) -> None: ...
def write_labels(path: str, labels: Sequence[str], force: bool) -> None: ...
