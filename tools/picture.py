"""Draws docs/images/four-games.jpg, the picture at the top of the README: of each game a photo, what was found in it, and the board that was read.

The photos are renders, those of the repository (datasets/) and two drawn here, so the labels are known: a board that is read wrong stops the script.

usage: picture.py KIBITZER (needs Pillow and matplotlib, of which it takes the font)
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

import matplotlib
from PIL import Image, ImageDraw, ImageFont

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUT = ROOT / "docs/images/four-games.jpg"
PHOTOS = {
    "go": ROOT / "datasets/demo/images/go-end.jpg",
    "qwirkle": ROOT / "datasets/samples/images/qwirkle-00000339.jpg",
}
# A game of checkers under way, and the game of chess of datasets/demo where the board fits a square: the position and the seed that their photos are drawn with.
DRAWN = {
    "checkers": ("W:W17,18,21,23,26,27,29,31,32:B1,2,3,5,8,10,11,12,16", "412"),
    "chess": ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 16", "707"),
}
ORDER = ["checkers", "chess", "go", "qwirkle"]
# Everything is drawn twice as large as it is saved.
SCALE = 2
SIDE, GAP, HEAD, LABEL = 300 * SCALE, 12 * SCALE, 40 * SCALE, 34 * SCALE
PAPER, INK, ACCENT = "#ffffff", "#1f2933", "#0a7d4f"
CHESS = dict(zip("KQRBNP", "♚♛♜♝♞♟"))
QWIRKLE = {"R": "#e5352b", "O": "#f58a1f", "Y": "#f7d117", "G": "#2fa84f", "B": "#2f6fd6", "W": "#f5f5f5"}


def font(size, bold=False):
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(pathlib.Path(matplotlib.get_data_path()) / "fonts/ttf" / name, size)


def turned(cells):
    """Rows of codes, a quarter turn counter-clockwise."""
    return [list(column) for column in zip(*cells)][::-1]


def rows_of_codes(lines):
    return [line.split() if " " in line else list(line) for line in lines]


def render(kibitzer, game, folder):
    position, seed = DRAWN[game]
    command = [kibitzer, "dataset", "render", "--game", game, "--count", "1", "--position", position, "--seed", seed, "--size", "900"]
    subprocess.run([*command, "--out", folder / game], check=True)
    return next((folder / game / "images").iterdir())


def read(kibitzer, game, photo, folder):
    """The corners, the cells as they lie in the photo, the quarter turns between them and the reading's, and the photo with the board drawn on it."""
    overlay = folder / f"{game}.png"
    command = [kibitzer, "read", photo, "--game", game, "--json", "--overlay", overlay]
    reading = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    cells = rows_of_codes(reading["cells"])
    labels = [json.loads(line) for line in (photo.parent.parent / "labels.jsonl").read_text().splitlines()]
    right = next(rows_of_codes(label["cells"]) for label in labels if label["image"].endswith(photo.name))
    turns = [right]
    for _ in range(3):
        turns.append(turned(turns[-1]))
    # Boards of Go and Qwirkle have no orientation of their own.
    if cells not in (turns if game in ("go", "qwirkle") else turns[:1]):
        sys.exit(f"{photo} is read wrong")
    first = min(range(4), key=lambda i: sum(reading["corners"][i]))
    for _ in range(first):
        cells = turned(cells)
    return reading["corners"], cells, first, Image.open(overlay).convert("RGB")


def square_about(corners, size):
    """The square of the photo about the board, with a margin, as far as the photo goes."""
    xs, ys = zip(*corners)
    side = min(1.14 * max(max(xs) - min(xs), max(ys) - min(ys)), *size)
    left = min(max((max(xs) + min(xs) - side) / 2, 0), size[0] - side)
    top = min(max((max(ys) + min(ys) - side) / 2, 0), size[1] - side)
    return left, top, left + side, top + side


def disc(draw, x, y, r, fill, edge):
    draw.ellipse((x - r, y - r, x + r, y + r), fill=fill, outline=edge, width=2 * SCALE)


def squares(draw, step, n, turns, light, dark):
    for row in range(n):
        for column in range(n):
            box = (column * step, row * step, (column + 1) * step, (row + 1) * step)
            draw.rectangle(box, fill=dark if (row + column + turns) % 2 else light)


def chess(draw, cells, turns):
    step = SIDE / len(cells)
    squares(draw, step, len(cells), turns, "#efe3cf", "#b98d62")
    face = font(round(step * 0.86))
    for row, line in enumerate(cells):
        for column, code in enumerate(line):
            if code != ".":
                at = ((column + 0.5) * step, (row + 0.53) * step)
                white = code.isupper()
                draw.text(at, CHESS[code.upper()], font=face, anchor="mm", fill="#fffdf8" if white else "#1a1a1a",
                          stroke_width=SCALE if white else 0, stroke_fill="#3a2c1c")


def checkers(draw, cells, turns):
    step = SIDE / len(cells)
    squares(draw, step, len(cells), turns, "#efe3cf", "#7f9f7a")
    for row, line in enumerate(cells):
        for column, code in enumerate(line):
            if code != ".":
                fill, edge = ("#fffdf8", "#7d6a52") if code in "wW" else ("#2a2a2a", "#000000")
                x, y = (column + 0.5) * step, (row + 0.5) * step
                disc(draw, x, y, 0.38 * step, fill, edge)
                disc(draw, x, y, 0.22 * step, fill, "#b9a98f" if code in "wW" else "#6b6b6b")


def go(draw, cells, turns):
    n = len(cells)
    step = SIDE / n
    at = lambda i: (i + 0.5) * step
    draw.rectangle((0, 0, SIDE, SIDE), fill="#dfb469")
    for i in range(n):
        draw.line((at(0), at(i), at(n - 1), at(i)), fill="#6b4f1d", width=SCALE)
        draw.line((at(i), at(0), at(i), at(n - 1)), fill="#6b4f1d", width=SCALE)
    for row, line in enumerate(cells):
        for column, code in enumerate(line):
            if code != ".":
                fill, edge = ("#fafafa", "#777777") if code == "w" else ("#1a1a1a", "#000000")
                disc(draw, at(column), at(row), 0.46 * step, fill, edge)


def star(x, y, r, points, inner):
    radius = lambda i: r if i % 2 == 0 else r * inner
    angle = lambda i: math.pi * i / points - math.pi / 2
    return [(x + radius(i) * math.cos(angle(i)), y + radius(i) * math.sin(angle(i))) for i in range(2 * points)]


def tile(draw, x, y, r, shape, color):
    """The shapes as src/server/page/pieces.js numbers them."""
    if shape == "1":
        draw.ellipse((x - r, y - r, x + r, y + r), fill=color)
    elif shape == "2":
        for dx, dy in [(-1, 0), (1, 0), (0, -1), (0, 1)]:
            cx, cy, s = x + 0.5 * r * dx, y + 0.5 * r * dy, 0.5 * r
            draw.ellipse((cx - s, cy - s, cx + s, cy + s), fill=color)
    elif shape == "3":
        draw.polygon([(x, y - r), (x + r, y), (x, y + r), (x - r, y)], fill=color)
    elif shape == "4":
        draw.rectangle((x - 0.85 * r, y - 0.85 * r, x + 0.85 * r, y + 0.85 * r), fill=color)
    elif shape == "5":
        draw.polygon(star(x, y, 1.12 * r, 4, 0.34), fill=color)
    else:
        draw.polygon(star(x, y, 1.1 * r, 8, 0.62), fill=color)


def qwirkle(draw, cells, turns):
    step = SIDE / len(cells)
    draw.rectangle((0, 0, SIDE, SIDE), fill="#dcebdc")
    for i in range(1, len(cells)):
        draw.line((0, i * step, SIDE, i * step), fill="#b5ccb5", width=SCALE)
        draw.line((i * step, 0, i * step, SIDE), fill="#b5ccb5", width=SCALE)
    for row, line in enumerate(cells):
        for column, code in enumerate(line):
            if code != "..":
                box = (column * step + 1, row * step + 1, (column + 1) * step - 1, (row + 1) * step - 1)
                draw.rectangle(box, fill="#1f1f1f")
                tile(draw, (column + 0.5) * step, (row + 0.5) * step, 0.34 * step, code[0], QWIRKLE[code[1]])


BOARDS = {"chess": chess, "checkers": checkers, "go": go, "qwirkle": qwirkle}


def main(kibitzer):
    width, height = 4 * SIDE + 3 * GAP + LABEL, HEAD + 3 * SIDE + 2 * GAP
    picture = Image.new("RGB", (width, height), PAPER)
    draw = ImageDraw.Draw(picture)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for i, game in enumerate(ORDER):
            photo = PHOTOS.get(game) or render(kibitzer, game, folder)
            corners, cells, turns, overlay = read(kibitzer, game, photo, folder)
            left = LABEL + i * (SIDE + GAP)
            draw.text((left + SIDE / 2, HEAD / 2), game.capitalize(), font=font(23 * SCALE, bold=True), anchor="mm", fill=INK)
            image = Image.open(photo).convert("RGB")
            box = square_about(corners, image.size)
            board = Image.new("RGB", (SIDE, SIDE))
            BOARDS[game](ImageDraw.Draw(board), cells, turns)
            for j, panel in enumerate([image, overlay]):
                picture.paste(panel.crop(tuple(map(round, box))).resize((SIDE, SIDE), Image.Resampling.LANCZOS), (left, HEAD + j * (SIDE + GAP)))
            picture.paste(board, (left, HEAD + 2 * (SIDE + GAP)))
    for j, name in enumerate(["photo", "found", "read"]):
        label = Image.new("RGB", (SIDE, LABEL), PAPER)
        ImageDraw.Draw(label).text((SIDE / 2, LABEL / 2), name, font=font(20 * SCALE, bold=True), anchor="mm", fill=ACCENT)
        picture.paste(label.rotate(90, expand=True), (0, HEAD + j * (SIDE + GAP)))
    OUT.parent.mkdir(parents=True, exist_ok=True)
    picture.resize((width // SCALE, height // SCALE), Image.Resampling.LANCZOS).save(OUT, quality=84, optimize=True, progressive=True)
    print(f"{OUT.relative_to(ROOT)}: {OUT.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1])
