"""Reads a fixed sample of the validation photos again and compares with the committed models/corners/eval.csv.

usage: check_photos.py KIBITZER PHOTOS
"""

import csv
import json
import shutil
import subprocess
import sys
from pathlib import Path

PER_GAME = 6
CORNER_TOLERANCE = 0.02  # cell pitches; the same models on another CPU


def sample(rows):
    """PER_GAME rows of each game, evenly spread over the file; photos without a board are of none."""
    games = {}
    for row in (row for row in rows if row["game"]):
        games.setdefault(row["game"], []).append(row)
    return [game[i * len(game) // PER_GAME] for game in games.values() for i in range(min(PER_GAME, len(game)))]


def photo_of(row):
    """What names a photo: its source, the folder that its manifest is in, and its image."""
    return Path(row["manifest"]).parts[-2], row["image"]


def copy_labels(rows, photos, work):
    """A labels file a source with the labels of the rows, beside a link to the source's photos; under the source's own name, by which
    corrections find it. Returned are the files."""
    files = []
    for parts in sorted({Path(row["manifest"]).parts[-3:] for row in rows}):
        # The manifest was named from the folder where the evaluation ran: GAME/SOURCE/labels.jsonl is what its end says.
        manifest = photos.joinpath(*parts).resolve()
        wanted = {row["image"] for row in rows if Path(row["manifest"]).parts[-3:] == parts}
        lines = [line for line in manifest.read_text().splitlines() if json.loads(line)["image"] in wanted]
        if len(lines) != len(wanted):
            sys.exit(f"{manifest} has not all of {sorted(wanted)}: evaluate again with tools/evaluate.sh")
        folder = work / parts[1]
        folder.mkdir()
        (folder / "images").symlink_to(manifest.parent / "images")
        files.append(folder / "labels.jsonl")
        files[-1].write_text("\n".join(lines) + "\n")
    return files


def same(old, new):
    errors = [row["corner_error_max"] for row in (old, new)]
    near = "" in errors or abs(float(errors[0]) - float(errors[1])) <= CORNER_TOLERANCE
    return near and all(old[key] == new[key] for key in ("found", "wrong"))


def main(kibitzer, photos):
    old = sample(list(csv.DictReader(open("models/corners/eval.csv", newline=""))))
    work = Path("out/check")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    data = [option for file in copy_labels(old, photos, work) for option in ("--data", str(file))]
    subprocess.run([kibitzer, "eval", *data, "--corrections", "datasets/corrections.jsonl", "--out", str(work / "eval")], check=True)
    new = {photo_of(row): row for row in csv.DictReader(open(work / "eval/photos.csv", newline=""))}
    pairs = [(row, new[photo_of(row)]) for row in old]
    bad = [(o, n) for o, n in pairs if not same(o, n)]
    for o, n in bad:
        keys = ("found", "corner_error_max", "wrong")
        print(f"{o['manifest']} {o['image']}: committed {[o[k] for k in keys]}, now {[n[k] for k in keys]}", file=sys.stderr)
    if bad:
        sys.exit(f"{len(bad)} of {len(old)} photos are not read as models/corners/eval.csv says: tools/evaluate.sh writes it anew")
    print(f"{len(old)} photos are read as models/corners/eval.csv says")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
