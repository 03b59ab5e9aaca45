"""Reads a fixed sample of the validation photos again and compares with the committed models/corners/eval.csv.

usage: check_photos.py KIBITZER PHOTOS
"""

import csv
import json
import subprocess
import sys
from pathlib import Path

PER_GAME = 6
CORNER_TOLERANCE = 0.02  # cell pitches; the same models on another CPU


def sample(rows):
    """PER_GAME rows of each game, evenly spread over the file."""
    games = {}
    for row in rows:
        games.setdefault(row["game"], []).append(row)
    return [game[i * len(game) // PER_GAME] for game in games.values() for i in range(min(PER_GAME, len(game)))]


def label_of(row, photos):
    """The label of a row, its photo named by its whole path."""
    # The manifest was named from the folder where the evaluation ran: GAME/SOURCE/labels.jsonl is what its end says.
    manifest = photos.joinpath(*Path(row["manifest"]).parts[-3:])
    for line in manifest.read_text().splitlines():
        label = json.loads(line)
        if label["image"] == row["image"]:
            return {**label, "image": str((manifest.parent / label["image"]).resolve())}
    sys.exit(f"{manifest} has no {row['image']}: evaluate again with tools/evaluate.sh")


def same(old, new):
    errors = [row["corner_error_max"] for row in (old, new)]
    near = "" in errors or abs(float(errors[0]) - float(errors[1])) <= CORNER_TOLERANCE
    return near and all(old[key] == new[key] for key in ("found", "wrong"))


def main(kibitzer, photos):
    old = sample(list(csv.DictReader(open("models/corners/eval.csv", newline=""))))
    work = Path("out/check")
    work.mkdir(parents=True, exist_ok=True)
    labels = [label_of(row, photos) for row in old]
    (work / "labels.jsonl").write_text("".join(json.dumps(label) + "\n" for label in labels))
    run = [kibitzer, "eval", "--data", str(work / "labels.jsonl"), "--out", str(work / "eval")]
    subprocess.run(run, check=True)
    new = list(csv.DictReader(open(work / "eval/photos.csv", newline="")))
    bad = [(o, n) for o, n in zip(old, new, strict=True) if not same(o, n)]
    for o, n in bad:
        keys = ("found", "corner_error_max", "wrong")
        print(f"{o['manifest']} {o['image']}: committed {[o[k] for k in keys]}, now {[n[k] for k in keys]}", file=sys.stderr)
    if bad:
        sys.exit(f"{len(bad)} of {len(old)} photos are not read as models/corners/eval.csv says: tools/evaluate.sh writes it anew")
    print(f"{len(old)} photos are read as models/corners/eval.csv says")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
