"""Photos of every kind, and what is read in them."""

from __future__ import annotations

import copy
import io
import json
import pickle
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from conftest import AFTER, BEFORE, GO, SAMPLES
from PIL import Image

import kibitzer
from kibitzer import Dataset, Reader, Reading


def test_a_reading_has_shapes_and_types(reader):
    reading = reader.read(BEFORE, "chess")
    assert reading.notation.startswith("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4")
    assert (reading.rows, reading.columns, reading.board[0, 4]) == (8, 8, "k")
    assert reading.board.shape == reading.probabilities.shape == (8, 8)
    assert reading.class_probabilities.shape == (8, 8, len(reading.classes))
    assert reading.class_probabilities.dtype == reading.probabilities.dtype == np.float32
    np.testing.assert_allclose(reading.class_probabilities.sum(axis=2), 1, atol=1e-4)
    of_read = [
        [reading.class_probabilities[r, c, reading.classes.index(reading.board[r, c])]
         for c in range(8)]
        for r in range(8)
    ]  # fmt: skip
    np.testing.assert_allclose(of_read, reading.probabilities)
    assert reading.corners.shape == (4, 2)
    assert 0 < reading.confidence <= 1
    assert not reading.violations
    assert str(reading).count("k") >= 1
    assert repr(reading).startswith(f"<Reading of {BEFORE}: chess")
    with pytest.raises(ValueError, match="read-only"):
        reading.corners[0, 0] = 0


def test_it_is_what_the_program_says(reader, program):
    said = program("read", SAMPLES / "images")
    assert len(said) == 12
    for line in said:
        photo = line["photo"]
        if line["status"] == "no_board":
            with pytest.raises(kibitzer.NoBoardError) as caught:
                reader.read(photo)
            assert caught.value.refusal == line["refusal"]
            continue
        reading = json.loads(reader.read(photo).json)
        assert reading.keys() == line.keys()
        for key in line.keys() - {"milliseconds", "log_likelihood"}:
            assert reading[key] == line[key], (photo, key)


def test_all_ways_to_give_a_photo_read_the_same(reader):
    data = BEFORE.read_bytes()
    image = Image.open(BEFORE)
    pixels = np.asarray(image)
    bgr = np.ascontiguousarray(pixels[..., ::-1])
    with BEFORE.open("rb") as file:
        photos = [
            str(BEFORE), BEFORE, data, bytearray(data), memoryview(data), file, io.BytesIO(data),
            image, pixels, bgr[..., ::-1], image.convert("RGBA"),
        ]  # fmt: skip
        readings = [reader.read(photo, "chess") for photo in photos]
    assert {reading.notation for reading in readings} == {readings[0].notation}
    assert readings[0].photo == readings[7].photo == str(BEFORE)
    assert readings[2].photo == "bytes"
    assert readings[8].photo == "ndarray"


def test_gray_and_transparent_photos_are_read(reader):
    image = Image.open(GO)
    notation = reader.read(image, "go").notation
    gray = np.asarray(image.convert("L"))
    for photo in (gray, gray[..., np.newaxis], image.convert("P"), image.convert("LA")):
        assert reader.read(photo, "go").notation == notation
    opaque = np.dstack([np.asarray(image), np.full(gray.shape, 255, np.uint8)])
    assert reader.read(opaque, "go").notation == notation


def test_the_exif_orientation_of_a_pil_image_counts(reader, tmp_path):
    image = Image.open(BEFORE)
    turned = tmp_path / "turned.png"
    exif = Image.Exif()
    exif[0x0112] = 6
    image.rotate(90, expand=True).save(turned, exif=exif)
    upright = reader.read(image, "chess")
    for photo in (turned, Image.open(turned)):
        reading = reader.read(photo, "chess")
        assert reading.notation == upright.notation
        np.testing.assert_allclose(reading.corners, upright.corners, atol=1)


def test_options_are_heeded(reader):
    corners = reader.read(GO, "go").corners
    again = reader.read(GO, "go", corners=corners, size=9)
    assert (again.rows, again.presence) == (9, None)
    known = reader.read(BEFORE, "chess", white="bottom")
    assert known.orientation is None
    assert reader.read(BEFORE, "chess", deadline_ms=1).left_out
    wrong = [[0, 0], [500, 0], [500, 500], [0, 500]]
    polish = reader.read(AFTER, "chess", corners=wrong, lang="pl")
    english = reader.read(AFTER, "chess", corners=wrong)
    assert polish.concerns[0].message != english.concerns[0].message


def test_a_photo_is_read_by_the_function(reader):
    assert kibitzer.read(GO).notation == reader.read(GO).notation


def test_many_photos_come_in_order(reader):
    photos = [BEFORE, GO, b"no photo", AFTER]
    readings = list(reader.read_all(photos, errors="return", at_once=2))
    assert [getattr(reading, "game", None) for reading in readings] == [
        "chess", "go", None, "chess",
    ]  # fmt: skip
    assert isinstance(readings[2], kibitzer.PhotoError)
    with pytest.raises(kibitzer.PhotoError):
        list(Reader(threads=1).read_all(iter(photos)))
    # Photos without end are read as they are asked for.
    endless = reader.read_all(iter(lambda: GO, None), "go", at_once=1)
    assert next(endless).game == "go"
    endless.close()


def test_an_overlay_is_drawn_on_the_photo(reader):
    photo = np.asarray(Image.open(BEFORE))
    reading = reader.read(photo, "chess")
    overlay = reading.overlay()
    assert overlay.shape == photo.shape
    assert overlay.dtype == np.uint8
    assert (overlay != photo).any()
    np.testing.assert_array_equal(reading.overlay(Image.fromarray(photo)), overlay)
    with BEFORE.open("rb") as file:
        of_file = reader.read(file, "chess")
    np.testing.assert_array_equal(of_file.overlay(), reader.read(BEFORE, "chess").overlay())


def test_a_reading_is_pickled_with_its_path(reader):
    reading = reader.read(BEFORE, "chess")
    for kept in (pickle.loads(pickle.dumps(reading)), copy.deepcopy(reading)):
        assert isinstance(kept, Reading)
        assert kept.json == reading.json
        np.testing.assert_array_equal(kept.class_probabilities, reading.class_probabilities)
        np.testing.assert_array_equal(kept.overlay(), reading.overlay())
    of_bytes = pickle.loads(pickle.dumps(reader.read(BEFORE.read_bytes(), "chess")))
    with pytest.raises(kibitzer.PhotoError, match=r"no longer has its photo: give it, overlay\("):
        of_bytes.overlay()
    assert of_bytes.overlay(BEFORE).shape[2] == 3


@pytest.mark.parametrize("game", ["checkers", "chess", "go", "qwirkle"])
def test_a_notebook_shows_the_board(game, reader):
    label = next(label for label in Dataset.read(SAMPLES) if label.game == game)
    reading = reader.read(SAMPLES / label.image, game)
    svg = ET.fromstring(reading._repr_svg_())
    assert svg.tag.endswith("svg")
    pieces = sum(not code.startswith(".") for code in reading.board.flat)
    placed = [group for group in svg if "transform" in group.attrib]
    doubtful = len(reading.look_at) + len({c for v in reading.violations for c in v.cells})
    assert len(placed) == pieces + doubtful


def test_own_sets_are_found_by_name(command, tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZER_SETS", str(tmp_path))
    with pytest.raises(
        kibitzer.OwnSetError, match="there is no set 'mine' in .*: there is none yet"
    ):
        kibitzer.read(BEFORE, set="mine")
    fen = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w - - 0 1"
    command("reference", "add", "mine", "--game", "chess", f"{BEFORE}={fen}")
    assert (tmp_path / "mine.json").is_file()
    learned = kibitzer.read(AFTER, "chess", set="mine")
    plain = kibitzer.read(AFTER, "chess")
    assert learned.notation == plain.notation
    assert learned.log_likelihood != plain.log_likelihood
    with pytest.raises(kibitzer.OwnSetError, match="'mine' is a set of chess: leave it out for go"):
        kibitzer.read(GO, "go", set="mine")


def test_models_may_lie_in_a_folder(reader):
    models = Path(__file__).parents[2] / "models"
    assert Reader(models=models).read(GO, "go").notation == reader.read(GO, "go").notation
