"""Reads a board from a photo through Kibitzer's server: python read.py photo.jpg [game]."""

import sys
from pathlib import Path

import requests  # pip install requests

SERVER = "http://127.0.0.1:8080"

photo, game = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "auto"
server = sys.argv[3] if len(sys.argv) > 3 else SERVER
with Path(photo).open("rb") as file:
    answer = requests.post(
        f"{server}/v1/read",
        params={"game": game},
        files={"photo": (photo, file, "application/octet-stream")},
        timeout=60,
    )
board = answer.json()
if not answer.ok:
    # Problem details (RFC 9457): `type` for programs, `detail` for people.
    sys.exit(f"{board['title']}: {board['detail']}")
if board["status"] != "read":
    sys.exit(board["message"])
print(board["notation"])
if board["check"]:
    cells = ", ".join(look["cell"] for look in board["look_at"])
    print(f"Please check, above all: {cells}", file=sys.stderr)
