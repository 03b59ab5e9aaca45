"""Sums up what train/runs/adapt.sh has read: python3 tools/adapt_summary.py FOLDER [FOLDER-OF-TUNE] > adapt.json

A folder is one that adapt.sh wrote, or holds one for each fold of cross-validation (fold-0, fold-1, ...).
"""

import json
import sys
from pathlib import Path

RATES = ["boards_found", "cell_accuracy", "occupied_accuracy", "boards_exact", "boards_at_most_1_wrong"]


def overall(folder):
    path = folder / "summary.json"
    return json.loads(path.read_text())["overall"] if path.is_file() else None


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


def summary(count, runs):
    pairs = [(overall(run / "before"), overall(run / "after")) for run in runs]
    runs = [run for run, pair in zip(runs, pairs) if all(pair)]
    pairs = [pair for pair in pairs if all(pair)]
    before, after = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    took = sorted(seconds(run) for run in runs)
    said = {
        "references": count,
        "sets": len({run.name for run in runs}),
        "runs": len(runs),
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


def counts(work):
    by_count = {}
    for fold in sorted(work.glob("fold-*")) or [work]:
        for splits in sorted(fold.iterdir()):
            count, _, seed = splits.name.partition("-")
            if splits.is_dir() and count.isdigit() and seed.isdigit():
                runs = [run for run in sorted(splits.iterdir()) if (run / "seconds.txt").is_file()]
                by_count.setdefault(int(count), []).extend(runs)
    return [summary(count, runs) for count, runs in sorted(by_count.items())]


def main():
    said = {"schema": 1, "counts": counts(Path(sys.argv[1]))}
    if len(sys.argv) > 2:
        # What training on made of the same numbers of photos.
        said["tuned"] = counts(Path(sys.argv[2]))
    print(json.dumps(said, indent=1))


main()
