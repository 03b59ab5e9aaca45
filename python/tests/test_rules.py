"""Moves and scores are what the program says."""

from __future__ import annotations

import json
import os
import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest
from conftest import AFTER, BEFORE, GO, SAMPLES, qwirkle_start, rows

import kibitzer
from kibitzer._reading import reading as reading_of

WALLS = "(;SZ[9]KM[6.5]AB[ea:ei]AW[fa:fi][bb])"


def test_a_move_between_photos_is_judged(reader, program):
    said = program("judge", "--game", "chess", BEFORE, AFTER)[0]
    verdict = kibitzer.judge(BEFORE, str(AFTER), "chess", reader=reader)
    assert json.loads(verdict.json) == said
    assert (verdict.legal, verdict.move, verdict.mover) == (True, "Qb8+", "white")
    assert [note.photo for note in verdict.readings] == [str(BEFORE), str(AFTER)]
    assert verdict.details["check"] is True


def test_readings_are_judged_as_their_photos_are(reader):
    before, after = (reader.read(path.read_bytes(), "chess") for path in (BEFORE, AFTER))
    verdict = kibitzer.judge(before, after, "chess")
    of_photos = kibitzer.judge(BEFORE, AFTER, "chess", reader=reader)
    assert verdict.message == of_photos.message
    notes = [(note.confidence, note.check, note.which_way) for note in verdict.readings]
    assert notes == [(note.confidence, note.check, note.which_way) for note in of_photos.readings]


@pytest.fixture
def checkers(reader):
    """Readings of checkers that hold other men than their photo: codes by the numbers of squares,
    and which way round the board lies, where nobody said it."""
    photo = next((SAMPLES / "images").glob("checkers-*.jpg"))
    read = reader.read(photo, "checkers", size=8, white="bottom")

    def holding(men: dict[int, str], **orientation: object) -> kibitzer.Reading:
        cells = [["."] * 8 for _ in range(8)]
        for square, code in men.items():
            row, place = divmod(square - 1, 4)
            cells[row][2 * place + 1 - row % 2] = code
        said = json.loads(read.json) | {"cells": ["".join(row) for row in cells]} | orientation
        return reading_of(json.dumps(said), read.class_probabilities, None)

    return holding


def test_readings_of_which_somebody_said_where_white_sits_are_not_turned(checkers):
    # The board after the move, the other way round, is the board before it.
    before, after = {1: "B", 32: "B", 18: "W"}, {1: "B", 32: "B", 15: "W"}
    verdict = kibitzer.judge(checkers(before), checkers(after), "checkers")
    assert (verdict.verdict, verdict.move) == ("legal", "18-15")
    assert kibitzer.judge("W:WK18:BK1,K32", checkers(after), "checkers").legal
    found_out = {"white": "bottom", "probability": 0.6}
    found_out["runner_up"] = {"white": "top", "probability": 0.4}
    unsure = checkers(after, orientation=found_out)
    assert kibitzer.judge(checkers(before), unsure, "checkers").verdict == "unchanged"


def test_options_that_are_none_are_not_said():
    boards = ("W:W22,32:B18", "W:W22,28:B18")
    nothing = {"size": None, "corners": None, "white": None, "anyway": False, "set": None}
    assert kibitzer.judge(*boards, "checkers", **nothing).verdict == "missed_capture"
    assert kibitzer.score(WALLS, "go", deadline_ms=None, anyway=False).rules == "japanese"
    with pytest.raises(kibitzer.OptionError, match="anyway says something of photos"):
        kibitzer.score(WALLS, "go", anyway=True)
    with pytest.raises(kibitzer.OptionError, match="deadline_ms says something of photos"):
        kibitzer.score(WALLS, "go", deadline_ms=0)


def test_files_whose_names_are_no_text_are_told_apart(tmp_path):
    fens = {b"\xe4.fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1", b"\xf6.fen": "4k3/8/8/8/8/8/8/5RK1"}
    files = []
    for name, fen in fens.items():
        files.append(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
        Path(files[-1]).write_text(fen)
    assert kibitzer.judge(*files, "chess").move == "O-O"
    Path(files[1]).write_text("no board")
    with pytest.raises(kibitzer.BoardError, match="\ufffd.fen .* is no chess board"):
        kibitzer.judge(*files, "chess")
    with pytest.raises(kibitzer.BoardError, match="there is no file \ufffd.fen: check the path"):
        kibitzer.score("\udce4.fen", "go")


def test_photos_whose_names_are_no_text_are_told_apart(reader, tmp_path):
    photos = []
    for name, photo in ((b"\xe4.jpg", BEFORE), (b"\xf6.jpg", AFTER)):
        photos.append(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
        shutil.copy(photo, photos[-1])
    verdict = kibitzer.judge(*photos, "chess", reader=reader)
    assert verdict.move == "Qb8+"
    assert len({note.photo for note in verdict.readings}) == 2
    with open(photos[0], "rb") as file:  # noqa: PTH123
        assert reader.read(file, "chess").photo.endswith("\ufffd.jpg")
    again = pickle.loads(pickle.dumps(reader.read(photos[0], "chess")))
    assert again.overlay().shape[2] == 3


def test_notations_are_judged_by_rules_and_in_a_language(program):
    boards = ("W:W22,32:B18", "W:W22,28:B18")
    verdict = kibitzer.judge(*boards, "checkers", lang="pl", rules="english")
    said = program("judge", "--game", "checkers", *boards, "--lang", "pl", "--rules", "english")[0]
    assert json.loads(verdict.json) == said
    assert verdict.verdict == "missed_capture"
    assert verdict.message == "Błędny ruch: bicie jest obowiązkowe: 22x15."


def test_files_hold_notations(tmp_path, program):
    file = tmp_path / "before.fen"
    file.write_text("\ufeff4k3/8/8/8/8/8/8/4K2R w K - 0 1\n", encoding="utf-8")
    after = "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"
    assert kibitzer.judge(file, after, "chess").move == "O-O"
    said = program("judge", "--game", "chess", file, after)[0]
    assert json.loads(kibitzer.judge(str(file), after, "chess").json) == said


def test_names_that_are_no_board_are_told_as_by_the_program(run, tmp_path):
    (tmp_path / "text.sgf").write_text("no board")
    (tmp_path / "picture.sgf").write_bytes(b"GIF89a\0\0")
    for name in ("nope.sgf", tmp_path, tmp_path / "text.sgf", tmp_path / "picture.sgf"):
        with pytest.raises(kibitzer.BoardError) as caught:
            kibitzer.score(str(name), "go")
        assert f"kibitzer: {caught.value}\n" == run("score", "--game", "go", name).stderr


def test_ko_needs_the_history():
    start = "(;SZ[9]AB[ba][ab][bc]AW[ca][bb][db][cc])"
    taken = "(;SZ[9]AB[ba][ab][bc][cb]AW[ca][db][cc])"
    again = kibitzer.judge(taken, start, "go", side="white", history=[start])
    assert not again.legal
    assert kibitzer.judge(taken, start, "go", side="white").legal


def test_a_game_of_go_is_counted(program):
    count = kibitzer.score(WALLS, "go", rules="chinese", komi=3.75, dead=["b8"])
    said = program(
        "score", "--game", "go", WALLS, "--rules", "chinese", "--komi", "3.75", "--dead", "b8"
    )[0]
    assert json.loads(count.json) == said
    assert count.values.shape == count.ownership.shape == (9, 9)
    assert (count.values.dtype, count.result, count.dead) == (np.uint8, said["result"], ("B8",))
    assert count.black.total - count.white.total == count.margin


def test_points_are_named_as_the_program_has_it():
    walls = WALLS.replace("[bb]", "[bb][bd]")
    for dead in ("b8,b6", "b8, b6", ["b8,b6"], ["b8", "b6"]):
        assert kibitzer.score(walls, "go", dead=dead).dead == ("B8", "B6")
        assert kibitzer.score(walls, "go", alive=dead).dead == ()


def test_a_photo_and_a_reading_of_go_are_counted(reader):
    of_photo = kibitzer.score(GO, "go", reader=reader)
    of_reading = kibitzer.score(reader.read(GO), "go")
    assert of_photo.result == of_reading.result
    assert of_photo.readings[0].confidence == of_reading.readings[0].confidence


def test_moves_of_qwirkle_are_scored(program):
    start = qwirkle_start()
    after = [row[:] for row in start]
    after[1][2] = "1O"
    boards = [rows(start), rows(after)]
    moves = kibitzer.score(boards, "qwirkle")
    assert [json.loads(move.json) for move in moves] == program(
        "score", "--game", "qwirkle", *boards
    )
    assert (moves[0].move, moves[0].legal, moves[0].score) == (1, True, 5)
    assert moves[0].bonuses[0].points == 1
    assert kibitzer.score(boards, "qwirkle", finished=True)[0].end_bonus == 6


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (
            lambda: kibitzer.judge("e4", "e5", "chess"),
            "^'e4' is neither a file nor a chess board: ",
        ),
        (
            lambda: kibitzer.score("nope.sgf", "go"),
            r"^there is no file nope\.sgf: check the path$",
        ),
        (lambda: kibitzer.score("/", "go"), "^/ is a folder: name a photo or a file in it$"),
        (lambda: kibitzer.score(Path("/"), "go"), "^/ is a folder: name a photo or a file in it$"),
        (lambda: kibitzer.score(Path("nope.sgf"), "go"), "no file nope.sgf: check the path$"),
        (lambda: kibitzer.judge("1. e4 e5", "e5", "chess"), "holds a whole game"),
        (
            lambda: kibitzer.judge(WALLS, WALLS, "go", rules="japanese"),
            "is not for judging go",
        ),
        (lambda: kibitzer.judge(WALLS, WALLS, "go", start=WALLS), "start is for qwirkle"),
        (lambda: kibitzer.judge(WALLS, WALLS, "go", side="red"), "use white or black"),
        (lambda: kibitzer.judge(WALLS, WALLS, "ludo"), "unknown game 'ludo': .* or qwirkle$"),
        (lambda: kibitzer.judge(b"", b"", "ludo"), "unknown game 'ludo': .* or qwirkle$"),
        (lambda: kibitzer.judge(b"", b"", "auto"), "unknown game 'auto'"),
        (lambda: kibitzer.score(WALLS, "go", size=9), "size says something of photos"),
        (lambda: kibitzer.judge(WALLS, WALLS, "go", rules="club"), "no rules called 'club'"),
        (lambda: kibitzer.score(WALLS, "go", komi=float("nan")), "komi is a number of points"),
        (lambda: kibitzer.score(WALLS, "go", dead=["z99"]), "names 'z99', which is no point"),
        (lambda: kibitzer.score(WALLS, "go", finished=True), "finished is for qwirkle"),
        (lambda: kibitzer.score(WALLS, "qwirkle"), "qwirkle is scored from several boards"),
        (lambda: kibitzer.score([rows(qwirkle_start())], "qwirkle"), "two boards or more"),
        (lambda: kibitzer.score([".. 1R"] * 2, "qwirkle"), "neither a file nor a qwirkle board"),
        (
            lambda: kibitzer.score([rows([[".."] * 16] * 16)] * 2, "qwirkle"),
            r"is no start of a game: ",
        ),
        (lambda: kibitzer.score(WALLS, "chess"), "chess has no score: use go or qwirkle"),
        (lambda: kibitzer.score([], "checkers"), "checkers has no score: use go or qwirkle"),
        (lambda: kibitzer.score([], "qwirkle", komi=1), "leave them out for qwirkle"),
    ],
)
def test_what_cannot_be_answered_says_why(ask, sentence):
    with pytest.raises(kibitzer.KibitzerError, match=sentence) as caught:
        ask()
    assert isinstance(caught.value, ValueError)


def test_a_misspelled_argument_is_told():
    with pytest.raises(TypeError, match="no argument 'kommi'"):
        kibitzer.score(WALLS, "go", kommi=0.5)
    with pytest.raises(TypeError, match="no argument 'finished'"):
        kibitzer.judge("W:W22:B18", "W:W17:B18", "checkers", finished=True)
