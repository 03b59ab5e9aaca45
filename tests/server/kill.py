"""Kills a server twenty times while corrections are sent to it: none that was answered for is lost, and none is half there."""

import json
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import requests

KIBITZER = sys.argv[1]
PHOTO = Path("datasets/demo/images/chess-before.jpg").read_bytes()
LABEL = {"game": "chess", "corners": [[10, 10], [500, 10], [500, 400], [10, 400]], "cells": ["........"] * 8, "confidence": 0.5, "consent": True}
random.seed(1)


def start(folder):
    """A server on a port of its own, and its address."""
    server = subprocess.Popen([KIBITZER, "serve", "--listen", "127.0.0.1:0", "--keep", folder], stdout=subprocess.PIPE, text=True)
    for line in server.stdout:
        if found := re.search(r"http://[\d.:]+", line):
            return server, found.group(0)
    sys.exit("the server did not start")


def send(address, name, answered):
    """Sends corrections until the server is gone; notes those that it answered for."""
    number = 0
    while True:
        label = {**LABEL, "id": f"{name}-{number:05}"}
        try:
            answer = requests.post(f"{address}/v1/corrections", files={"photo": ("p", PHOTO, "image/jpeg")}, data={"label": json.dumps(label)}, timeout=10)
        except requests.RequestException:
            return
        if answer.status_code == 201:
            answered.add(label["id"])
        elif answer.status_code != 503:
            sys.exit(f"{answer.status_code} {answer.text}")
        number += 1


answered = set()
with tempfile.TemporaryDirectory() as folder:
    for turn in range(20):
        server, address = start(folder)
        senders = [threading.Thread(target=send, args=(address, f"turn{turn:02}-{i}", answered)) for i in range(4)]
        for sender in senders:
            sender.start()
        time.sleep(0.3 + random.random())
        server.kill()
        server.wait()
        for sender in senders:
            sender.join()
    server, address = start(folder)
    kept = {entry["id"] for entry in requests.get(f"{address}/v1/corrections", timeout=10).json()["corrections"]}
    server.terminate()
    server.wait()
    lost = answered - kept
    if lost or not answered:
        sys.exit(f"{len(lost)} of {len(answered)} corrections that were answered for are lost: {sorted(lost)[:5]}")
    photos = {path.stem for path in Path(folder, "images").iterdir()}
    if photos != kept:
        sys.exit(f"photos and labels differ: {sorted(photos ^ kept)[:5]}")
    check = subprocess.run([KIBITZER, "dataset", "check", f"{folder}/waiting.jsonl"], capture_output=True, text=True)
    if check.returncode != 0:
        sys.exit(check.stdout + check.stderr)
    print(f"{len(answered)} corrections were answered for in 20 turns, {len(kept)} are there, none is lost")
