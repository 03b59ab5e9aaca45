"""Writes tests/games/qwirkle_moves.csv from the labels of the Qwirkle course's games.

Usage: python3 qwirkle_moves.py FOLDER_OF_QWIRKLE_SOURCES > ../games/qwirkle_moves.csv
Columns: game, move (0 is the start position), tiles (cell and tile; cells by row and column, or x,y with y upward where
there is no board), score as the course's file gives it, score by the rules as the data's author recomputed it.
"""

import csv
import json
import pathlib
import sys


def rows(folder):
    for path in sorted(folder.glob("*/labels.jsonl")):
        for line in path.read_text().splitlines():
            label = json.loads(line)
            if "x_game" not in label or label.get("cells") is None:
                continue
            if label["x_move"] == 0:
                cells = [row.split(" ") for row in label["cells"]]
                tiles = [f"{r + 1}{chr(65 + c)} {t}" for r, row in enumerate(cells) for c, t in enumerate(row) if t != ".."]
            else:
                tiles = [f"{cell} {tile}" for cell, tile in label["x_new"]]
            yield label["x_game"], label["x_move"], ";".join(tiles), label.get("x_score_gt", ""), label.get("x_score_rules", "")
    for path in sorted(folder.glob("*/labels_noboard.jsonl")):
        for line in path.read_text().splitlines():
            label = json.loads(line)
            tiles = [f"{x},{y} {tile}" for x, y, tile in label.get("x_new") or []]
            yield label["x_game"], label["x_move"], ";".join(tiles), label.get("x_score_gt", ""), label.get("x_score_rules", "")


def main():
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["game", "move", "tiles", "score_gt", "score_rules"])
    out.writerows(sorted(rows(pathlib.Path(sys.argv[1]))))


if __name__ == "__main__":
    main()
