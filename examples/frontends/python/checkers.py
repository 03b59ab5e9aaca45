"""CheckersChecker: watches a camera and judges each move.

The main loop of the course's program with its recognition replaced by Kibitzer.
Usage: python checkers.py [camera number, video, or pictures such as frames/%04d.jpg]
"""

import sys
from collections import Counter

import cv2

import kibitzer

source = sys.argv[1] if len(sys.argv) > 1 else "0"
camera = cv2.VideoCapture(int(source) if source.isdigit() else source)
reader = kibitzer.Reader()
previous, frames = "", list[str]()

while (grabbed := camera.read())[0]:
    frame = grabbed[1]
    try:
        reading = reader.read(frame[..., ::-1], "checkers", white="bottom")
    except kibitzer.NoBoardError:
        continue  # A hand over the board: nothing is concluded from this frame.
    if reading.notation == previous:
        frames.clear()
        continue
    # A change is believed when five frames of eight show the same.
    frames.append(reading.notation)
    if len(frames) < 8:
        continue
    board, votes = Counter(frames).most_common(1)[0]
    frames.clear()
    if votes < 5:
        continue
    verdict = kibitzer.judge(previous, board, "checkers", lang="pl") if previous else None
    print(board, verdict.message if verdict else "Początek gry.", flush=True)
    if verdict is None or verdict.legal:
        previous = board
