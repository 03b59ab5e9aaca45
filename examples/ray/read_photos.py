"""Reads a folder of photos with Ray Data, on one machine or a cluster, into Parquet.

Each actor keeps one reader, whose models stay loaded, on one core.
Usage: python read_photos.py PHOTOS OUT [--game go]
"""

import argparse
from typing import Any

import numpy as np
import ray
from numpy.typing import NDArray

import kibitzer

Batch = dict[str, NDArray[Any]]


class ReadBoards:
    """Reads batches of photos, of which a column has the bytes and another the paths."""

    def __init__(self, game: kibitzer.Game):
        """A reader, once for each actor."""
        self.game = game
        self.reader = kibitzer.Reader(threads=1)

    def __call__(self, batch: Batch) -> Batch:
        """The paths with what was read; of a photo without a board, why there is none."""
        rows = [self.row(photo) for photo in batch["bytes"]]
        columns = {key: np.array([row[key] for row in rows], dtype=object) for key in rows[0]}
        return {"path": batch["path"], **columns}

    def row(self, photo: bytes) -> dict[str, str | float | bool | None]:
        """What was read in a photo."""
        row = dict.fromkeys(("game", "notation", "confidence", "check", "error"))
        try:
            found = self.reader.read(photo, self.game)
        except kibitzer.KibitzerError as error:
            return {**row, "error": str(error)}
        return {
            **row,
            "game": found.game,
            "notation": found.notation,
            "confidence": found.confidence,
            "check": found.check,
        }


def main() -> None:
    """Reads all photos of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", help="a folder, or anything that Ray Data reads: s3://...")
    parser.add_argument("out", help="the folder of Parquet files to write")
    parser.add_argument("--game", default="auto")
    parser.add_argument("--actors", type=int, default=2, help="readers, each on one core")
    parser.add_argument("--batch", type=int, default=16, help="photos handed over at a time")
    args = parser.parse_args()
    photos = ray.data.read_binary_files(
        args.photos, include_paths=True, file_extensions=["jpg", "jpeg", "png", "webp"]
    )
    boards = photos.map_batches(
        ReadBoards,
        fn_constructor_args=[args.game],
        batch_size=args.batch,
        concurrency=args.actors,
        num_cpus=1,
    )
    boards.write_parquet(args.out)


if __name__ == "__main__":
    main()
