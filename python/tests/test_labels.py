"""Labels in and out, and evaluations."""

from __future__ import annotations

import dataclasses
import json
import sys

import numpy as np
import polars
import pytest
from conftest import BEFORE, DEMO, SAMPLES, qwirkle_start, rows

import kibitzer
from kibitzer import Dataset, DatasetError, Label, OwnSetError, evaluate


def test_labels_come_out_as_they_went_in(tmp_path):
    data = Dataset.read(SAMPLES)
    assert len(data) == 12
    assert data[0].extra["x_seed"] == 300
    assert data.path(data[0]).is_file()
    file = Dataset(data, tmp_path).write()
    as_objects = [
        [json.loads(line) for line in path.read_text().splitlines()]
        for path in (file, SAMPLES / "labels.jsonl")
    ]
    assert as_objects[0] == as_objects[1]
    assert Dataset.read(tmp_path).labels == data.labels
    with pytest.raises(DatasetError, match="exists already: name another file"):
        Dataset(data, tmp_path).write()
    assert Dataset(data, tmp_path).write(force=True) == file


def test_a_reading_becomes_a_label(reader, tmp_path):
    label = reader.read(BEFORE).label("images/chess-before.jpg")
    truth = next(iter(Dataset.read(DEMO)))
    assert (label.game, label.cells, label.orientation) == ("chess", truth.cells, "known")
    assert label.extra["cells_by"] == "model"
    data = Dataset([dataclasses.replace(label, group="mine")], DEMO)
    Dataset(data, tmp_path).write()
    assert Dataset.read(tmp_path)[0].group == "mine"


@pytest.mark.parametrize("photo", ["chess-before.jpg", "go-end.jpg"])
def test_the_arrays_of_a_reading_are_those_of_a_label(photo, reader, tmp_path):
    reading = reader.read(DEMO / "images" / photo)
    label = Label(
        image=photo,
        game=reading.game,
        corners=reading.corners,
        cells=reading.board,
        extra={"x_confidence": reading.probabilities.min(), "x_sure": reading.probabilities[0]},
    )
    assert label.cells == reading.cells
    Dataset([label], tmp_path).write()
    written = Dataset.read(tmp_path)[0]
    assert (written.corners, written.cells) == (label.corners, label.cells)


def test_tiles_of_an_array_are_told_apart(tmp_path):
    tiles = np.array(qwirkle_start())
    label = Label(image="a.jpg", game="qwirkle", cells=tiles)
    assert label.cells == tuple(rows(qwirkle_start()).splitlines())
    Dataset([label], tmp_path).write()


@pytest.mark.parametrize("line", ["x", "[]", "{}", '{"image": 5}', '{"image": "a", "cells": 3}'])
def test_lines_that_are_no_label_are_told(line):
    with pytest.raises(DatasetError, match="not a label: "):
        Label.parse(line)


@pytest.mark.parametrize(
    ("label", "sentence"),
    [
        (Label(image="a.jpg", game="chess", cells=("....",)), 'a.jpg: "cells" has 1 rows'),
        (Label(image="a.jpg", game="go", cells=("x" * 9,) * 9), "'x' at row 0, column 0"),
        (Label(image="a.jpg", cells=("." * 8,) * 8), 'no "game"'),
        (Label(image="a.jpg", corners=((0, 0), (0, 9), (9, 9), (9, 0))), "counter-clockwise"),
        (Label(image="a.jpg", game="ludo"), "not a label: "),
        (Label(image="a.jpg", extra={"x": {1}}), "a.jpg: a label has no set: give text, numbers"),
    ],
)
def test_labels_that_are_none_are_not_written(label, sentence, tmp_path):
    with pytest.raises(DatasetError, match=sentence):
        Dataset([label], tmp_path).write()
    assert not list(tmp_path.iterdir())


def test_files_that_are_no_labels_are_told(tmp_path):
    with pytest.raises(DatasetError, match="has no labels.jsonl or manifest.jsonl"):
        Dataset.read(tmp_path)
    with pytest.raises(DatasetError, match="cannot read"):
        Dataset.read(tmp_path / "nowhere.jsonl")
    (tmp_path / "labels.jsonl").write_text("{}\n")
    with pytest.raises(DatasetError, match="labels.jsonl:1: not a label: missing field `image`"):
        evaluate(tmp_path)


def test_an_evaluation_is_a_table(reader):
    photos = evaluate(SAMPLES, game="go", reader=reader)
    assert isinstance(photos, polars.DataFrame)
    assert photos.height == 3
    assert photos["exact"].all()
    assert photos["wrong"].sum() == 0
    assert photos["read_as"].is_null().all()
    photos = evaluate(SAMPLES, limit=1, reader=reader)
    assert photos["read_as"].to_list() == photos["game"].to_list() == ["checkers"]
    cells = evaluate([SAMPLES / "labels.jsonl"], limit=1, table="cells", reader=reader)
    assert cells.height == 64
    assert {"truth", "read", "probabilities"} <= set(cells.columns)
    with pytest.raises(DatasetError, match="no photo is left to evaluate"):
        evaluate(SAMPLES, split="test", reader=reader)


def test_an_evaluation_with_what_a_set_teaches(command, tmp_path, monkeypatch, reader):
    monkeypatch.setenv("KIBITZER_SETS", str(tmp_path))
    labels = Dataset.read(SAMPLES)
    of_chess = [label for label in labels if label.game == "chess"]
    photo, fen = labels.path(of_chess[0]), "/".join(of_chess[0].cells)
    for empty in range(8, 0, -1):
        fen = fen.replace("." * empty, str(empty))
    command("reference", "add", "mine", "--game", "chess", f"{photo}={fen} w - - 0 1")
    learned = evaluate(SAMPLES, game="chess", set="mine", reader=reader)
    plain = evaluate(SAMPLES, game="chess", reader=reader)
    assert learned["image"].to_list() == plain["image"].to_list()
    assert (learned["board_confidence"] != plain["board_confidence"]).any()
    with pytest.raises(OwnSetError, match="'mine' is a set of chess: leave it out for go"):
        evaluate(SAMPLES, game="go", set="mine", reader=reader)
    with pytest.raises(OwnSetError, match="there is no set 'yours'"):
        evaluate(SAMPLES, set="yours", reader=reader)


def test_without_polars_it_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(kibitzer.KibitzerError, match="pip install polars"):
        evaluate(SAMPLES)
