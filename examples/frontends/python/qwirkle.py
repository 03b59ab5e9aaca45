"""Qwirkle: what was laid in each photo, and its score.

The main loop of the course's program with its recognition replaced by Kibitzer.
Usage: python qwirkle.py [folder with 1_00.jpg, 1_01.jpg, ..., 5_20.jpg] [folder for 1_01.txt, ...]
"""

import sys
from itertools import groupby
from pathlib import Path

import kibitzer

photos = Path(sys.argv[1] if len(sys.argv) > 1 else "antrenare")
found = Path(sys.argv[2] if len(sys.argv) > 2 else "detectate")
found.mkdir(exist_ok=True)


def game(photo: Path) -> str:
    """The game that a photo is of."""
    return photo.stem.split("_")[0]


reader = kibitzer.Reader(threads=1)
for number, files in groupby(sorted(photos.glob("*_*.jpg"), key=lambda p: p.stem), game):
    paths = list(files)
    # The first photo of a game shows its bonus squares; no file is written for it.
    boards = list(reader.read_all(paths, "qwirkle"))
    for path, move in zip(paths[1:], kibitzer.score(boards, "qwirkle"), strict=True):
        lines = [f"{tile.cell} {tile.tile}" for tile in move.tiles] + [str(move.score)]
        (found / f"{path.stem}.txt").write_text("\n".join(lines))
    print(f"Jocul {number}: {len(paths) - 1} mutări")
