"""The examples for more photos than one machine can read: Slurm, Kubernetes, Ray."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import polars as pl
import pytest
import yaml
from conftest import BEFORE, NO_BOARD, REPOSITORY, SAMPLES

from kibitzer import ModelError, Reader, Reading

EXAMPLES = REPOSITORY / "examples"
SHARDS = 3
# Copies of each photo that Ray reads: seconds of work on any machine.
COPIES = 6


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """A folder of photos, one of them without a board and one damaged."""
    folder = tmp_path / "photos"
    folder.mkdir()
    for photo in sorted((SAMPLES / "images").glob("*.jpg"))[::3]:
        shutil.copy(photo, folder)
    shutil.copy(next(NO_BOARD.rglob("*.jpg")), folder)
    (folder / "damaged.jpg").write_bytes(b"no photo")
    return folder


@pytest.fixture
def shell(command, tmp_path):
    """Runs a script as a job would, with the package's program at hand."""
    scripts = os.environ.get("KIBITZER_SCRIPTS", "")

    def run(script: list[str], **variables: object) -> None:
        environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
        environment |= {name: str(value) for name, value in variables.items()}
        subprocess.run(script, env=environment, check=True, cwd=tmp_path)

    return run


@pytest.fixture
def slurm(shell, photos):
    """Runs a task of the Slurm array."""
    script = ["sh", str(EXAMPLES / "slurm" / "read.sbatch"), str(photos), "out"]
    return lambda task: shell(
        script, SLURM_ARRAY_TASK_ID=task, SHARDS=SHARDS, SLURM_CPUS_PER_TASK=1
    )


@pytest.fixture
def kubernetes(shell, photos, tmp_path):
    """Runs a pod of the Kubernetes job."""
    job = yaml.safe_load((EXAMPLES / "kubernetes" / "read-job.yaml").read_text())
    (container,) = job["spec"]["template"]["spec"]["containers"]
    assert container["env"] == [{"name": "SHARDS", "value": str(job["spec"]["completions"])}]
    assert {mount["mountPath"] for mount in container["volumeMounts"]} == {"/photos", "/out"}
    out = tmp_path / "out"
    out.mkdir()
    script = [
        part.replace("/photos", str(photos)).replace("/out/", f"{out}/")
        for part in container["command"]
    ]
    return lambda pod: shell(script, JOB_COMPLETION_INDEX=pod, SHARDS=SHARDS)


@pytest.fixture(params=["slurm", "kubernetes"])
def task(request):
    """Runs a task of one of the two."""
    return request.getfixturevalue(request.param)


def test_the_tasks_read_what_one_program_reads(command, task, photos, tmp_path):
    for share in range(SHARDS):
        task(share)
    assert_whole(tmp_path / "out", command("read", photos, "--json"))


def test_a_task_does_not_pass_off_what_an_earlier_one_has_read(task, photos, tmp_path):
    file = tmp_path / "out" / f"0000-of-{SHARDS:04}.jsonl"
    file.parent.mkdir(exist_ok=True)
    file.write_text("earlier\n")
    task(0)
    assert all(json.loads(line) for line in file.read_text().splitlines())
    for photo in photos.iterdir():
        photo.unlink()
    with pytest.raises(subprocess.CalledProcessError):
        task(0)
    assert not file.exists()


def test_a_task_for_a_folder_that_is_not_there_is_not_begun(shell, tmp_path, capfd):
    script = ["sh", str(EXAMPLES / "slurm" / "read.sbatch"), "nofolder", "out"]
    with pytest.raises(subprocess.CalledProcessError) as caught:
        shell(script, SLURM_ARRAY_TASK_ID=0, SHARDS=SHARDS, SLURM_CPUS_PER_TASK=1)
    assert caught.value.returncode == 2
    assert "there is no folder nofolder: name the folder of photos" in capfd.readouterr().err
    assert not (tmp_path / "out").exists()


def assert_whole(folder: Path, expected: str) -> None:
    """The files of a folder, put together, are what one program wrote."""
    files = sorted(folder.iterdir())
    assert [file.suffix for file in files] == [".jsonl"] * SHARDS
    found = "".join(file.read_text() for file in files)
    assert without_times(found) == without_times(expected)
    assert len(expected.splitlines()) > SHARDS


def without_times(lines: str) -> list[object]:
    """Readings, but for how long they took."""
    readings = [json.loads(line) for line in lines.splitlines()]
    for reading in readings:
        reading.pop("milliseconds", None)
    return readings


def actors() -> set[int]:
    """The processes of Ray that read boards."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if command.startswith(b"ray::") and b"ReadBoards" in command:
            found.add(int(folder.name))
    return found


def seconds(process: int) -> float:
    """What a process has computed so far."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def kill_one_of_two(job: subprocess.Popen[bytes]) -> bool:
    """Kills a reader of a job that has two, a second into its work."""
    started: dict[int, float] = {}
    while job.poll() is None:
        for process in actors():
            started.setdefault(process, seconds(process))
            if len(started) == 2 and seconds(process) > started[process] + 1:
                os.kill(process, signal.SIGKILL)
                return True
        time.sleep(0.05)
    return False


def outcome(reader: Reader, photo: str) -> tuple[str | None, str | None]:
    """What is read in a photo, or why nothing is."""
    (found,) = reader.read_all([photo], errors="return")
    return (found.notation, None) if isinstance(found, Reading) else (None, str(found))


@pytest.fixture
def ray_example(monkeypatch):
    """The example for Ray, without Ray."""
    for module in ("pyarrow", "ray"):
        monkeypatch.setitem(sys.modules, module, MagicMock())
    return SimpleNamespace(**runpy.run_path(str(EXAMPLES / "ray" / "read_photos.py")))


def test_only_a_photo_that_is_not_read_is_a_row_of_ray_with_an_error(
    ray_example, tmp_path, monkeypatch
):
    row = ray_example.ReadBoards("chess").row
    assert "not a photo" in row("damaged.jpg", b"no photo")["error"]
    assert "no board found" in row("none.jpg", next(NO_BOARD.rglob("*.jpg")).read_bytes())["error"]
    assert row("board.jpg", BEFORE.read_bytes())["notation"].startswith("4kb1r/")
    monkeypatch.setenv("KIBITZER_MODELS", str(tmp_path))
    with pytest.raises(ModelError):
        ray_example.ReadBoards("chess").row("board.jpg", BEFORE.read_bytes())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [([], "is not empty: name a new folder"), (["--game", "ludo"], "invalid choice: 'ludo'")],
)
def test_a_job_of_ray_that_cannot_be_is_not_begun(
    options, sentence, ray_example, photos, tmp_path, monkeypatch, capsys
):
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "earlier.parquet").touch()
    arguments = ["read_photos.py", str(photos), str(tmp_path / "boards"), *options]
    monkeypatch.setattr(sys, "argv", arguments)
    with pytest.raises(SystemExit) as caught:
        ray_example.main()
    assert caught.value.code == 2
    assert sentence in capsys.readouterr().err
    (tmp_path / "boards" / "earlier.parquet").unlink()
    if not options:
        ray_example.main()


@pytest.mark.skipif(sys.platform != "linux", reason="looks for Ray's processes in /proc")
def test_ray_loses_no_row_when_a_worker_is_killed(reader, tmp_path):
    pytest.importorskip("ray")
    photos = tmp_path / "photos"
    photos.mkdir()
    samples = [*sorted((SAMPLES / "images").glob("*.jpg")), next(NO_BOARD.rglob("*.jpg"))]
    for i, photo in enumerate(samples * COPIES):
        shutil.copy(photo, photos / f"{i:03}.jpg")

    out = tmp_path / "boards"
    # Three processors, whatever the machine has: one hands photos to the readers on two.
    example = (
        "import ray, runpy, sys; ray.init(num_cpus=3, include_dashboard=False); "
        "runpy.run_path(sys.argv.pop(1), run_name='__main__')"
    )
    script = str(EXAMPLES / "ray" / "read_photos.py")
    with (tmp_path / "log").open("w") as log:
        job = subprocess.Popen(
            [sys.executable, "-c", example, script, photos, out, "--batch", "2"],
            env={**os.environ, "RAY_USAGE_STATS_ENABLED": "0"},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        killed = kill_one_of_two(job)
        job.wait(timeout=300)
    said = (tmp_path / "log").read_text()
    assert job.returncode == 0, said
    assert killed, said

    table = pl.read_parquet(out).sort("path")
    assert [Path(path).name for path in table["path"]] == sorted(p.name for p in photos.iterdir())
    for photo, notation, error in table.select("path", "notation", "error").iter_rows():
        assert (notation, error) == outcome(reader, photo)
    assert table["error"].drop_nulls().len() == COPIES
