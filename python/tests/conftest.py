"""What the tests share: photos of the repository, and the program of the package."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kibitzer

REPOSITORY = Path(__file__).resolve().parents[2]
SAMPLES = REPOSITORY / "datasets" / "samples"
DEMO = REPOSITORY / "datasets" / "demo"
BEFORE = DEMO / "images" / "chess-before.jpg"
AFTER = DEMO / "images" / "chess-after.jpg"
GO = DEMO / "images" / "go-end.jpg"
NO_BOARD = REPOSITORY / "datasets" / "noboard"


@pytest.fixture(scope="session")
def reader() -> kibitzer.Reader:
    """A reader whose models stay loaded."""
    return kibitzer.Reader()


@pytest.fixture(scope="session")
def run() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the program of the package."""
    path = shutil.which("kibitzer", path=os.environ.get("KIBITZER_SCRIPTS"))
    assert path, "the package has no program: run the tests by python/tests/run.sh"
    return lambda *arguments: subprocess.run(
        [path, *map(str, arguments)], capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="session")
def command(run: Callable[..., subprocess.CompletedProcess[str]]) -> Callable[..., str]:
    """Runs the program of the package; what it writes."""

    def written(*arguments: object) -> str:
        done = run(*arguments)
        assert done.stdout or done.returncode == 0, done.stderr
        return done.stdout

    return written


@pytest.fixture(scope="session")
def program(command: Callable[..., str]) -> Callable[..., list[Any]]:
    """Runs the program of the package with ``--json``: a value a line."""
    return lambda *arguments: [
        json.loads(line) for line in command(*arguments, "--json").splitlines()
    ]


def qwirkle_start() -> list[list[str]]:
    """The board at the start of a game of Qwirkle, rows of codes."""
    board = [[".."] * 16 for _ in range(16)]
    for row, column in ((0, 0), (0, 8), (8, 0), (8, 8)):
        for i, code in enumerate(("1R", "2O", "3Y", "4G", "5B", "6W"), 1):
            board[row + i][column + i] = code
    return board


def rows(board: list[list[str]]) -> str:
    """A board of Qwirkle as its notation."""
    return "\n".join(" ".join(row) for row in board)
