"""The programs of the three documents, with their recognition replaced."""

from __future__ import annotations

import subprocess
import sys

import pytest
from conftest import GO, REPOSITORY, qwirkle_start, rows

import kibitzer

EXAMPLES = REPOSITORY / "examples" / "frontends" / "python"


def run(name: str, *arguments: object) -> str:
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_examples_are_short():
    for example in EXAMPLES.glob("*.py"):
        assert len(example.read_text(encoding="utf-8").splitlines()) < 40, example


def render(command, folder, game, position, name):
    """Draws a photo of a position."""
    file = folder / f"{name}.position"
    file.write_text(position)
    out = folder / name
    command("dataset", "render", "--game", game, "--position", file, "--count", 1, "--out", out)
    (photo,) = out.rglob("*.jpg")
    return photo


def test_checkers_are_watched(command, tmp_path):
    pytest.importorskip("cv2")
    boards = ["W:W21,22,32:B1,9,18", "B:W21,22,28:B1,9,18"]
    frames = tmp_path / "frames"
    frames.mkdir()
    for i, board in enumerate(boards):
        photo = render(command, tmp_path, "checkers", board, f"board{i}").read_bytes()
        for frame in range(8):
            (frames / f"{8 * i + frame:04}.jpg").write_bytes(photo)
    said = run("checkers.py", frames / "%04d.jpg").splitlines()
    assert said[0].endswith("Początek gry.")
    assert said[1].endswith("Błędny ruch: bicie jest obowiązkowe: 22x15.")


def test_qwirkle_is_scored_as_by_the_program(command, tmp_path):
    start = qwirkle_start()
    after = [row[:] for row in start]
    after[1][2] = "1O"
    photos = tmp_path / "photos"
    photos.mkdir()
    for i, board in enumerate((start, after)):
        photo = render(command, tmp_path, "qwirkle", rows(board), f"board{i}")
        (photos / f"1_0{i}.jpg").write_bytes(photo.read_bytes())
    assert run("qwirkle.py", photos, tmp_path / "found") == "Jocul 1: 1 mutări\n"
    command("score", "--game", "qwirkle", photos, "--out", tmp_path / "expected")
    found, expected = (
        (tmp_path / folder / "1_01.txt").read_text().split() for folder in ("found", "expected")
    )
    assert found == expected
    assert found[0] == "2C"


def test_go_is_decided():
    count = kibitzer.score(kibitzer.read(GO), "go", rules="chinese", komi=3.75)
    result = "黑胜" if count.margin > 0 else "白胜"
    said = run("go.py", GO).splitlines()[-1]
    assert said == f"黑 {count.black.total:.2f} 子, 白 {count.white.total:.2f} 子: {result}"


def test_go_without_a_winner_is_a_draw():
    count = kibitzer.score(kibitzer.read(GO), "go", rules="chinese", komi=0)
    assert count.margin != 0
    # Each stone of komi is one less for black and one more for white.
    said = run("go.py", GO, count.margin / 2).splitlines()[-1]
    assert said.endswith(": 和棋")
