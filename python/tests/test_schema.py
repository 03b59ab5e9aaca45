"""Python's types are those of the library's JSON."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

import kibitzer
from kibitzer import _kibitzer

# What a type of Python has under another name, or has in `json` only.
FORMAT = {"schema", "status", "language"}


def schema(of: str) -> dict[str, Any]:
    return json.loads(_kibitzer.schema(of))


def names(cls: type) -> set[str]:
    return {field.name for field in dataclasses.fields(cls)} - {"json"}


@pytest.mark.parametrize(
    ("of", "name", "cls", "left_out"),
    [
        ("verdict", None, kibitzer.Verdict, FORMAT),
        ("verdict", "Reason", kibitzer.Reason, set()),
        ("verdict", "PhotoNote", kibitzer.PhotoNote, set()),
        ("go", None, kibitzer.GoScore, FORMAT | {"board", "game"}),
        ("go", "Prisoners", kibitzer.Prisoners, set()),
        ("go", "SidePoints", kibitzer.SidePoints, set()),
        ("go", "WrongMove", kibitzer.WrongMove, set()),
        ("qwirkle", None, kibitzer.QwirkleMove, FORMAT | {"game"}),
        ("qwirkle", "Line", kibitzer.Line, set()),
        ("qwirkle", "Tile", kibitzer.Tile, set()),
        ("qwirkle", "ScoredSquare", kibitzer.ScoredSquare, set()),
        ("reading", "CellReading", kibitzer.CellReading, set()),
        ("reading", "Alternative", kibitzer.Alternative, set()),
        ("reading", "ConcernNote", kibitzer.Concern, set()),
        ("reading", "Impossible", kibitzer.Violation, set()),
        ("reading", "Orientation", kibitzer.Orientation, set()),
        ("reading", "RunnerUp", kibitzer.RunnerUp, set()),
        ("reading", "WhichGame", kibitzer.WhichGame, set()),
        ("reading", "OtherGame", kibitzer.OtherGame, set()),
    ],
)
def test_types_have_the_fields_of_the_schema(of, name, cls, left_out):
    found = schema(of)
    properties = set((found if name is None else found["$defs"][name])["properties"])
    # What only one game's verdicts hold stands in alternatives.
    of_games = {"mover", "move", "winner"} if cls is kibitzer.Verdict else set()
    assert names(cls) == (properties - left_out) | of_games


def test_a_reading_has_all_that_is_said():
    said = set(schema("reading")["properties"])
    board = schema("reading")
    text = json.dumps(board)
    for key in kibitzer.Reading.__dataclass_fields__.keys() - {"board", "json", "_source"}:
        assert f'"{key}"' in text, key
    assert said - {"schema", "status", "message", "refusal", "rows", "columns"} <= names(
        kibitzer.Reading
    )


def test_the_version_is_the_package_s():
    from importlib.metadata import version

    assert kibitzer.__version__ == version("kibitzer")
