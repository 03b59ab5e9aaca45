"""A board as a picture: SVG, drawn as the page of `kibitzer serve` draws it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._reading import Reading

CELL = 40
"""Pixels of a cell in the picture."""

_BASE = "M12 39v-3.5l2-2.5h17l2 2.5V39z"
# In a square of side 45, of which (22.5, 22.5) is the middle.
_CHESS = {
    "p": "M22.5 9a5.4 5.4 0 0 1 3.4 9.6l2 1.4v2h-2.6c.3 5 2 8 4.2 11h-14c2.2-3 3.9-6 4.2-11h-2.6v-2"
    "l2-1.4A5.4 5.4 0 0 1 22.5 9z",
    "r": "M12 8h5v3h3.5V8h4v3H28V8h5v8l-3 2.5 1 14.5H14l1-14.5L12 16z",
    "b": "M22.5 5a2.6 2.6 0 0 1 1.7 4.6c5.8 4.2 7.8 9.9 4.3 15.4l1.5 1.5v2h-2.6l1.6 4.5h-13l1.6-4.5"
    "H15v-2l1.5-1.5c-3.5-5.5-1.5-11.2 4.3-15.4A2.6 2.6 0 0 1 22.5 5z",
    "n": "M14.5 33c-.5-6.5 6.5-8.5 6-13-2 2.8-5 3.3-6.8 5.5l-3.6-.8-1-3.5c2.8-3.7 3.1-8.7 7.9-11.5"
    "l1-4.2 3.6 3.2c7.4 1.6 11.3 9.8 9.9 24.3z",
    "q": "M9.5 13l5 20h16l5-20-6.7 9.5L27 8.5l-4.5 12.8L18 8.5l-1.8 14z",
    "k": "M21 4h3v3h3v3h-3v4.5c1.5-1.7 3.7-2.7 6-2.5 5.5.5 6.8 6.5 3.5 11-2 2.7-3.5 5-3.8 10H15.3"
    "c-.3-5-1.8-7.3-3.8-10-3.3-4.5-2-10.5 3.5-11 2.3-.2 4.5.8 6 2.5V10h-3V7h3z",
}
_TILES = {
    "R": "#e5484d",
    "O": "#f5871f",
    "Y": "#ffd60a",
    "G": "#3fae49",
    "B": "#3e8ef7",
    "W": "#fff",
}


def picture(reading: Reading) -> str:
    """A reading's board as SVG: doubtful cells are dashed, impossible ones red."""
    rows, columns = reading.rows, reading.columns
    ground = _points if reading.game == "go" else _squares
    parts = [ground(reading.game, rows, columns)]
    for row in range(rows):
        for column in range(columns):
            code = str(reading.board[row, column])
            if not code.startswith("."):
                parts.append(_at(row, column, _PIECES[reading.game](code)))
    parts += [_at(look.row, look.column, _mark("#d97706", dashed=True)) for look in reading.look_at]
    impossible = {cell for violation in reading.violations for cell in violation.cells}
    parts += [_at(row, column, _mark("#dc2626")) for row, column in sorted(impossible)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * CELL}" height="{rows * CELL}" '
        f'viewBox="-.5 -.5 {columns} {rows}" role="img"><title>{_escaped(reading.notation)}</title>'
        f"{''.join(parts)}</svg>"
    )


def _at(row: int, column: int, drawing: str) -> str:
    return f'<g transform="translate({column} {row})">{drawing}</g>'


def _mark(color: str, *, dashed: bool = False) -> str:
    dashes = ' stroke-dasharray=".12 .08"' if dashed else ""
    return (
        f'<rect x="-.45" y="-.45" width=".9" height=".9" rx=".1" fill="none" stroke="{color}" '
        f'stroke-width=".06"{dashes}/>'
    )


def _squares(game: str, rows: int, columns: int) -> str:
    light, dark = ("#d9dee2", "#cfd5da") if game == "qwirkle" else ("#f0d9b5", "#b58863")
    area = f'<rect x="-.5" y="-.5" width="{columns}" height="{rows}" fill="{light}"/>'
    squares = "".join(
        f"M{column - 0.5} {row - 0.5}h1v1h-1z"
        for row in range(rows)
        for column in range(columns)
        if (row + column) % 2
    )
    return f'{area}<path d="{squares}" fill="{dark}"/>'


def _points(_: str, rows: int, columns: int) -> str:
    lines = "".join(f"M0 {row}H{columns - 1}" for row in range(rows))
    lines += "".join(f"M{column} 0V{rows - 1}" for column in range(columns))
    edge = 2 if rows < 13 else 3
    at = {9: (2, 4, 6)}.get(rows, (edge, rows // 2, rows - 1 - edge))
    stars = "".join(f'<circle cx="{x}" cy="{y}" r=".1"/>' for x in at for y in at)
    return (
        f'<rect x="-.5" y="-.5" width="{columns}" height="{rows}" fill="#e0b068"/>'
        f'<path d="{lines}" stroke="#3b2a10" stroke-width=".04" stroke-linecap="square"/>{stars}'
    )


def _chessman(code: str) -> str:
    fill, stroke = ("#fffdf6", "#26231f") if code.isupper() else ("#26231f", "#f2ead9")
    paths = f'<path d="{_CHESS[code.lower()]}"/><path d="{_BASE}"/>'
    return (
        f'<g transform="scale(.0205) translate(-22.5 -22.8)" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="1.5" stroke-linejoin="round">{paths}</g>'
    )


def _man(code: str) -> str:
    body, edge = ("#f7eede", "#6d5f48") if code.lower() == "w" else ("#2d2a28", "#d8cdb9")
    crown = '<path d="M-.2 .14V-.1l.1.09L0-.19l.1.18.1-.09v.24z" fill="#e2b23a"/>'
    man = f'<circle r=".39" fill="{body}" stroke="{edge}" stroke-width=".03"/>'
    return man + (crown if code.isupper() else "")


def _stone(code: str) -> str:
    body, edge = ("#1a1a1b", "#000") if code == "b" else ("#f4f2ec", "#77736a")
    return f'<circle r=".46" fill="{body}" stroke="{edge}" stroke-width=".02"/>'


def _tile(code: str) -> str:
    return (
        '<rect x="-.47" y="-.47" width=".94" height=".94" rx=".12" fill="#22262a"/>'
        f'<path d="{_SHAPES[code[0]]}" fill="{_TILES[code[1]]}"/>'
    )


def _star(points: int, outer: float, inner: float) -> str:
    def at(i: int) -> str:
        radius, turn = (inner if i % 2 else outer), i * math.pi / points - math.pi / 2
        return f"{radius * math.cos(turn):.3f} {radius * math.sin(turn):.3f}"

    return f"M{'L'.join(at(i) for i in range(2 * points))}z"


_SHAPES = {
    "1": "M-.3 0a.3.3 0 1 0 .6 0a.3.3 0 1 0-.6 0z",
    "2": "M-.17-.17a.17.17 0 0 1 .34 0a.17.17 0 0 1 0 .34a.17.17 0 0 1-.34 0a.17.17 0 0 1 0-.34z",
    "3": "M0-.36L.36 0 0 .36-.36 0z",
    "4": "M-.27-.27h.54v.54h-.54z",
    "5": _star(4, 0.38, 0.13),
    "6": _star(8, 0.37, 0.24),
}
_PIECES = {"chess": _chessman, "checkers": _man, "go": _stone, "qwirkle": _tile}


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
