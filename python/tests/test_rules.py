"""Moves and scores are what the program says."""

from __future__ import annotations

import json

import numpy as np
import pytest
from conftest import AFTER, BEFORE, GO, qwirkle_start, rows

import kibitzer

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
        (lambda: kibitzer.judge("e4", "e5", "chess"), "e4 is no chess board: "),
        (lambda: kibitzer.judge("1. e4 e5", "e5", "chess"), "holds a whole game"),
        (
            lambda: kibitzer.judge(WALLS, WALLS, "go", rules="japanese"),
            "is not for judging go",
        ),
        (lambda: kibitzer.judge(WALLS, WALLS, "go", start=WALLS), "start is for qwirkle"),
        (lambda: kibitzer.judge(WALLS, WALLS, "go", side="red"), "use white or black"),
        (lambda: kibitzer.judge(WALLS, WALLS, "ludo"), "unknown game 'ludo'"),
        (lambda: kibitzer.score(WALLS, "go", size=9), "size says something of photos"),
        (lambda: kibitzer.judge(WALLS, WALLS, "go", rules="club"), "no rules called 'club'"),
        (lambda: kibitzer.score(WALLS, "go", komi=float("nan")), "komi is a number of points"),
        (lambda: kibitzer.score(WALLS, "go", dead=["z99"]), "names 'z99', which is no point"),
        (lambda: kibitzer.score(WALLS, "go", finished=True), "finished is for qwirkle"),
        (lambda: kibitzer.score(WALLS, "qwirkle"), "qwirkle is scored from several boards"),
        (lambda: kibitzer.score([rows(qwirkle_start())], "qwirkle"), "two boards or more"),
        (lambda: kibitzer.score(["..", ".."], "qwirkle"), "is no qwirkle board"),
        (
            lambda: kibitzer.score([rows([[".."] * 16] * 16)] * 2, "qwirkle"),
            r"is no start of a game: ",
        ),
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
