"""What cannot be read: an exception with a clear sentence, and never an end of the interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import AFTER, BEFORE, GO, NO_BOARD
from PIL import Image

import kibitzer
from kibitzer import KibitzerError, ModelError, NoBoardError, OptionError, PhotoError, Reader


@pytest.mark.parametrize(
    ("photo", "sentence"),
    [
        (
            np.zeros((100, 100, 3), np.float64),
            "pixels of float64 are not read: scale them",
        ),
        (np.zeros((100, 100, 3), np.uint16), "pixels of uint16 are not read"),
        (np.zeros((100, 100, 3), bool), "pixels of bool are not read"),
        (np.array([["a"]]), "are not read"),
        (np.zeros((0, 0, 3), np.uint8), "0x0 pixels are too few to show a board"),
        (np.zeros(0, np.uint8), r"an array of shape \(0,\) is no photo"),
        (np.zeros((8, 100, 3), np.uint8), "100x8 pixels are too few"),
        (np.zeros((100, 100, 2), np.uint8), r"shape \(100, 100, 2\) is no photo: give \[height"),
        (np.zeros((3, 100, 100), np.uint8), "is no photo"),
        (np.zeros((1, 100, 100, 3), np.uint8), "is no photo"),
        (b"", "the file is empty"),
        (b"no photo", "not a photo: give a JPEG, PNG or WebP file"),
        (BEFORE.read_bytes()[:20_000], "the file is cut off"),
        ("nowhere.jpg", r"nowhere\.jpg: cannot read the file: .*; check the path"),
        (".", "is a folder, not a photo"),
        (os.devnull, "is no ordinary file"),
    ],
)
def test_bad_photos_say_what_to_do(photo, sentence, reader):
    with pytest.raises(PhotoError, match=sentence) as caught:
        reader.read(photo)
    assert isinstance(caught.value, ValueError)


def test_photos_that_are_too_large_are_refused_before_they_are_copied(
    reader, tmp_path, monkeypatch
):
    sentence = r"30000x30000 pixels are too many \(at most 20000 a side"
    pixels = np.broadcast_to(np.uint8(0), (30_000, 30_000, 3))
    with pytest.raises(PhotoError, match=sentence):
        reader.read(pixels)
    image = tmp_path / "large.png"
    Image.new("1", (30_000, 30_000)).save(image)
    for photo in (image, image.read_bytes()):
        with pytest.raises(PhotoError, match=sentence):
            reader.read(photo)
    # PIL has a limit of its own, which people lift.
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", None)
    with Image.open(image) as opened, pytest.raises(PhotoError, match=sentence):
        reader.read(opened)
    with pytest.raises(PhotoError, match="too many"):
        reader.read(np.broadcast_to(np.uint8(0), (2**33, 32)))


def test_closed_files_are_told(reader):
    with BEFORE.open("rb") as file, Image.open(GO) as image:
        pass
    with pytest.raises(PhotoError, match="the file is closed: read the photo before it is"):
        reader.read(file)
    with pytest.raises(PhotoError, match="the image cannot be decoded .*: open it again"):
        reader.read(image)


def test_files_that_are_opened_for_text_are_told(reader):
    for encoding in ("utf-8", "latin-1"):
        sentence = r"open the file for reading bytes: open\(path, 'rb'\)"
        with BEFORE.open(encoding=encoding) as file, pytest.raises(PhotoError, match=sentence):
            reader.read(file)


@pytest.mark.parametrize("mode", ["I;16", "I", "F"])
def test_images_that_are_not_of_bytes_are_told(reader, mode):
    with pytest.raises(PhotoError, match=f"mode {mode} is not read: scale its pixels"):
        reader.read(Image.new(mode, (100, 100)))


def test_a_name_that_is_no_text_is_read(reader, tmp_path):
    photo = os.fsencode(tmp_path) + b"/\xe4.jpg"
    Path(os.fsdecode(photo)).write_bytes(BEFORE.read_bytes())
    read = list(reader.read_all([Path(os.fsdecode(photo))], "chess", errors="return"))
    assert read[0].photo.endswith("\ufffd.jpg")


def test_a_table_that_is_none_is_told_before_anything_is_read():
    with pytest.raises(OptionError, match="use photos or cells"):
        kibitzer.evaluate("no-such-folder", table="cell")


def test_wrong_types_are_type_errors(reader):
    with pytest.raises(TypeError, match="a photo is a path, bytes, .* not int"):
        reader.read(7)
    with pytest.raises(TypeError, match="a photo is a path, .* not NoneType"):
        kibitzer.read(None)
    for photos in (str(BEFORE), b"photo.jpg", BEFORE):
        with pytest.raises(TypeError, match="is a list of photos; for one photo use read"):
            reader.read_all(photos)
    with BEFORE.open("rb") as file, pytest.raises(TypeError, match="for one photo use read"):
        reader.read_all(file)
    with pytest.raises(TypeError, match="size"):
        reader.read(BEFORE, size="8")
    with pytest.raises(TypeError, match="game"):
        reader.read(BEFORE, game=8)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"game": "ludo"}, "unknown game 'ludo': use checkers, chess, go or qwirkle, or auto"),
        ({"game": "chess", "size": 9}, "chess is not played on 9x9: use 8"),
        ({"size": -1}, "size cannot be -1: give a whole number from 0"),
        ({"deadline_ms": 10**30}, "deadline_ms cannot be 10*: give a whole number"),
        ({"game": "go", "white": "top"}, "in go nobody sits opposite white"),
        ({"white": "left side"}, "unknown side 'left side': use bottom, top, left or right"),
        ({"corners": [[0, 0], [9, 9], [9, 0], [0, 9]]}, "the corners"),
        ({"corners": [[0, 0], [float("nan"), 0], [9, 9], [0, 9]]}, "not a finite number"),
        ({"corners": [[0, 0], [9e9, 0], [9e9, 9e9], [0, 9e9]]}, "lies outside the photo"),
    ],
)
def test_bad_options_are_named(options, sentence, reader):
    with pytest.raises(OptionError, match=sentence):
        reader.read(BEFORE, **options)


def test_counts_are_not_negative():
    for count in ({"handicap": -2}, {"prisoners": (0, -1)}):
        with pytest.raises(OptionError, match="cannot be -[12]: give a whole number"):
            kibitzer.score("(;SZ[9])", "go", **count)


def test_prisoners_are_two_numbers():
    for prisoners in (3, (3,), (1, 2, 3), "12", (1.5, 2), {"black": 1, "white": 2}):
        with pytest.raises(OptionError, match=r"prisoners is two numbers, \(black, white\)"):
            kibitzer.score("(;SZ[9])", "go", prisoners=prisoners)
    assert kibitzer.score("(;SZ[9])", "go", prisoners=np.array([1, 2])).prisoners.white == 2


def test_corners_have_to_be_four_points(reader):
    for corners in ([[0, 0]], [[0, 0, 0]] * 4, [], [["a", "b"]] * 4):
        with pytest.raises(OptionError, match=r"the corners are four points, \[\[x, y\], ...\]"):
            reader.read(BEFORE, corners=corners)


def test_languages_and_threads_have_to_be():
    with pytest.raises(OptionError, match="unknown language 'xx': use en, pl, fi, ro or zh"):
        kibitzer.read(BEFORE, lang="xx")
    for threads in (-1, 513, 2000, 10**30):
        sentence = f"threads cannot be {threads}: give a whole number from 0 to 512$"
        with pytest.raises(OptionError, match=sentence):
            Reader(threads=threads)
    assert Reader(threads=512)
    with pytest.raises(OptionError, match="0 photos at a time cannot be"):
        Reader().read_all([], at_once=0)


def test_a_misspelled_way_with_errors_is_told(reader):
    with pytest.raises(OptionError, match="errors cannot be 'Raise': use raise or return"):
        reader.read_all([], errors="Raise")


def test_a_photo_without_a_board_is_refused_as_by_the_program(reader, program):
    photo = sorted(NO_BOARD.rglob("*.jpg"))[0]
    with pytest.raises(NoBoardError) as caught:
        reader.read(photo)
    said = program("read", photo)[0]
    assert caught.value.refusal == said["refusal"]
    # The program names its own option.
    sentence = said["message"].removeprefix(f"{photo}: ").split("; or ")[0]
    assert str(caught.value).startswith(sentence)
    assert 0 <= caught.value.confidence <= 1


def test_the_other_game_is_named(reader):
    sentence = "; leave out game=, or name that board's game with it$"
    with pytest.raises(NoBoardError, match=sentence) as caught:
        reader.read(GO, "chess")
    assert caught.value.refusal == "other_board"
    # There the game has to be said.
    with pytest.raises(NoBoardError, match="; give a photo of the chess board$") as caught:
        kibitzer.judge(GO, AFTER, "chess", reader=reader)
    assert caught.value.refusal == "other_board"


def test_models_that_are_not_there_are_named(tmp_path):
    with pytest.raises(ModelError, match=str(tmp_path)) as caught:
        Reader(models=tmp_path).read(BEFORE)
    assert isinstance(caught.value, RuntimeError)


def test_models_are_those_of_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZER_MODELS", str(tmp_path))
    with pytest.raises(ModelError, match=str(tmp_path)):
        Reader().read(BEFORE)


def test_damaged_arrays_of_a_reading_are_no_end(reader):
    reading = reader.read(GO, "go")
    object.__setattr__(reading, "class_probabilities", np.zeros((3, 3, 3), np.float32))
    with pytest.raises(KibitzerError, match="not those of the board"):
        reading.overlay()
    with pytest.raises(KibitzerError, match="not those of the board"):
        kibitzer.score(reading, "go")
    with pytest.raises(KibitzerError, match="a board of go, not of chess"):
        kibitzer.judge(reader.read(GO, "go"), AFTER, "chess")


def python(code: str, **environment: str) -> str:
    """What a Python of its own says of the code."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=False, env=os.environ | environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_without_onnx_runtime_it_says_how_to_install_it(tmp_path):
    code = f"""
import kibitzer
for _ in range(2):
    try:
        kibitzer.read({str(BEFORE)!r})
    except kibitzer.ModelError as error:
        print(error)
"""
    said = python(code, ORT_DYLIB_PATH=str(tmp_path))
    assert said.count("ONNX Runtime was not found") == 2
    assert "pip install onnxruntime" in said


def test_something_else_in_the_place_of_onnx_runtime_is_told(tmp_path):
    library = tmp_path / "libonnxruntime.so"
    library.write_text("no library")
    code = f"""
import kibitzer
try:
    kibitzer.read({str(BEFORE)!r})
except kibitzer.ModelError as error:
    print(error)
"""
    said = python(code, ORT_DYLIB_PATH=str(library))
    assert f"ONNX Runtime at {library} cannot be used" in said
