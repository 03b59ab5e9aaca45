"""Reads a folder of photos with Ray Data, on one machine or a cluster, into Parquet.

Each actor keeps one reader, whose models stay loaded, on one core.
Usage: python read_photos.py PHOTOS OUT [--game go]
"""

import argparse
from pathlib import Path
from typing import Any

import pyarrow as pa
import ray

import kibitzer

# Named, since a batch in which every photo has a board would not say what an error is.
ROW = pa.schema(
    [
        ("path", pa.string()),
        ("game", pa.string()),
        ("notation", pa.string()),
        ("confidence", pa.float64()),
        ("check", pa.bool_()),
        ("error", pa.string()),
    ]
)


class ReadBoards:
    """Reads batches of photos, of which a column has the bytes and another the paths."""

    def __init__(self, game: kibitzer.Game):
        """A reader, once for each actor."""
        self.game = game
        self.reader = kibitzer.Reader(threads=1)

    def __call__(self, batch: dict[str, Any]) -> pa.Table:
        """The paths with what was read; of a photo that was not read, why."""
        photos = zip(batch["path"], batch["bytes"], strict=True)
        return pa.Table.from_pylist([self.row(path, photo) for path, photo in photos], ROW)

    def row(self, path: str, photo: bytes) -> dict[str, Any]:
        """What was read in a photo. What is wrong with more than the photo ends the job."""
        try:
            found = self.reader.read(photo, self.game)
        except (kibitzer.NoBoardError, kibitzer.PhotoError) as error:
            return {"path": path, "error": str(error)}
        return {
            "path": path,
            "game": found.game,
            "notation": found.notation,
            "confidence": found.confidence,
            "check": found.check,
        }


def main() -> None:
    """Reads all photos of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", help="a folder, or anything that Ray Data reads: s3://...")
    parser.add_argument("out", help="the folder of Parquet files to write: new, or empty")
    parser.add_argument(
        "--game", default="auto", choices=["auto", "checkers", "chess", "go", "qwirkle"]
    )
    parser.add_argument("--actors", type=int, default=2, help="readers, each on one core")
    parser.add_argument("--batch", type=int, default=16, help="photos handed over at a time")
    args = parser.parse_args()
    # Ray adds files to those that are there: every photo would have a row for each job.
    out = Path(args.out)
    if out.is_dir() and any(out.iterdir()):
        parser.error(f"{out} is not empty: name a new folder, or remove what is there")
    photos = ray.data.read_binary_files(
        args.photos, include_paths=True, file_extensions=["jpg", "jpeg", "png", "webp"]
    )
    boards = photos.map_batches(
        ReadBoards,
        fn_constructor_args=[args.game],
        batch_size=args.batch,
        compute=ray.data.ActorPoolStrategy(size=args.actors),
        num_cpus=1,
    )
    boards.write_parquet(args.out)


if __name__ == "__main__":
    main()
