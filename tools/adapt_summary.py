"""Sums up what train/runs/adapt.sh has read: python3 tools/adapt_summary.py FOLDER [FOLDER-OF-TUNE] > adapt.json

A folder is one that adapt.sh wrote, or holds one for each fold of cross-validation (fold-0, fold-1, ...).
"""

import json
import sys
from pathlib import Path

RATES = ["boards_found", "cell_accuracy", "occupied_accuracy", "boards_exact", "boards_at_most_1_wrong"]


def read(folder):
    path = folder / "summary.json"
    return json.loads(path.read_text()) if path.is_file() else None


def overall(folder):
    said = read(folder)
    return said["overall"] if said else None


def agreed(values):
    """What all say, or a list of what is said."""
    values = sorted({value for value in values if value})
    return values[0] if len(values) == 1 else values or None


def origin(works):
    """By what was read without references, and which labels: commit, models and the hashes of the labels files."""
    folders = [folder for work in works for folder in folds(work)]
    said = [read(before) for folder in folders for before in [folder / "mixed", *sorted(folder.glob("*/*/before"))]]
    said = [summary for summary in said if summary]
    models = {}
    for model in (model for summary in said for model in summary.get("models", [])):
        models.setdefault(model["task"], []).append(model["sha256"])
    return {
        "commit": agreed(summary.get("commit") for summary in said),
        "models": {task: agreed(hashes) for task, hashes in sorted(models.items())},
        "manifests": agreed(manifest["sha256"] for summary in said for manifest in summary.get("manifests", [])),
    }


def pooled(blocks, rate):
    """The rate over all photos together, with its number, and the mean over sets."""
    parts = [block[rate] for block in blocks if block[rate]["rate"] is not None]
    n = sum(part["n"] for part in parts)
    hits = sum(part["rate"] * part["n"] for part in parts)
    return {
        "rate": hits / n if n else None,
        "n": n,
        "mean_of_sets": sum(part["rate"] for part in parts) / len(parts) if parts else None,
    }


def seconds(run):
    start, end = map(float, (run / "seconds.txt").read_text().split())
    return end - start


def others_lost(runs):
    """What photos of other sets lose, the mean over runs; each fold has its own photos."""
    folds = {run.parent.parent for run in runs}
    mixed = {fold: overall(fold / "mixed") for fold in folds}
    pairs = [(mixed[run.parent.parent], overall(run / "mixed")) for run in runs]
    lost = [b["cell_accuracy"]["rate"] - a["cell_accuracy"]["rate"] for b, a in pairs if a and b]
    photos = sum(block["photos"] for block in mixed.values() if block)
    return {"cell_accuracy": sum(lost) / len(lost), "photos": photos, "runs": len(lost)} if lost else None


def summary(count, runs, refused):
    pairs = [(overall(run / "before"), overall(run / "after")) for run in runs]
    runs = [run for run, pair in zip(runs, pairs) if all(pair)]
    pairs = [pair for pair in pairs if all(pair)]
    before, after = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    took = sorted(seconds(run) for run in runs)
    said = {
        "references": count,
        "sets": len({run.name for run in runs}),
        "runs": len(runs),
        "refused": refused,
        "before": {rate: pooled(before, rate) for rate in RATES},
        "after": {rate: pooled(after, rate) for rate in RATES},
        "seconds_p50": took[len(took) // 2] if took else None,
        "by_set": [
            {"set": run.name, "photos": b["photos"], "before": b["cell_accuracy"]["rate"], "after": a["cell_accuracy"]["rate"],
             "exact_before": b["boards_exact"]["rate"], "exact_after": a["boards_exact"]["rate"]}
            for run, (b, a) in zip(runs, pairs)
        ],
    }
    others = others_lost(runs)
    if others:
        said["others_lose"] = others
    return said


def folds(work):
    return sorted(work.glob("fold-*")) or [work]


def counts(work):
    by_count = {}
    for fold in folds(work):
        for splits in sorted(fold.iterdir()):
            count, _, seed = splits.name.partition("-")
            if splits.is_dir() and count.isdigit() and seed.isdigit():
                by_count.setdefault(int(count), []).extend(sorted(splits.iterdir()))
    has = lambda runs, file: [run for run in runs if (run / file).is_file()]
    # Sets whose references taught nothing have no runs.
    return [summary(count, has(runs, "seconds.txt"), len(has(runs, "refused.txt"))) for count, runs in sorted(by_count.items())]


def main():
    works = [Path(argument) for argument in sys.argv[1:3]]
    said = {"schema": 1, **origin(works), "counts": counts(works[0])}
    if len(works) > 1:
        # What training on made of the same numbers of photos.
        said["tuned"] = counts(works[1])
    print(json.dumps(said, indent=1))


main()
