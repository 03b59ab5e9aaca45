"""What reading from Python costs beside `kibitzer bench`, measured in turn.

Usage: bench_python.py PROGRAM GAME PHOTO...   in a Python that has the package
"""

import json
import statistics
import subprocess
import sys
import time

import kibitzer

ROUNDS, REPEAT = 7, 3

program, game, photos = sys.argv[1], sys.argv[2], sys.argv[3:]
reader = kibitzer.Reader()


def bench() -> float:
    """Median milliseconds of a reading by the program."""
    command = [program, "bench", "--game", game, "--repeat", str(REPEAT), "--json", *photos]
    stages = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)["stages"]
    return next(stage["p50_ms"] for stage in stages if stage["stage"] == "all")


def python() -> float:
    """Median milliseconds of a reading by the package."""
    times = []
    for _ in range(REPEAT):
        for photo in photos:
            start = time.perf_counter()
            reader.read(photo, game)
            times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


python()
pairs = [(python(), bench()) for _ in range(ROUNDS)]
ratio = statistics.median(own / theirs for own, theirs in pairs)
own, theirs = (statistics.median(times) for times in zip(*pairs, strict=True))
print(f"{game}: {own:.1f} ms from Python, {theirs:.1f} ms by bench; median ratio {ratio:.3f}")
