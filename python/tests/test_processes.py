"""Threads, forks and pickles."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import sys
import threading
import warnings
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from conftest import BEFORE, GO

import kibitzer
from kibitzer import Reader

GAME = Reader(threads=1)


def read(path: str) -> str:
    """The notation of a photo, read by a reader that this process may have from its parent."""
    return GAME.read(path).notation


def test_threads_share_a_reader(reader):
    expected = {path: reader.read(path).notation for path in (BEFORE, GO)}
    paths = [BEFORE, GO] * 4
    with ThreadPoolExecutor(4) as pool:
        notations = list(pool.map(lambda path: GAME.read(path).notation, paths))
    assert notations == [expected[path] for path in paths]


def test_other_threads_run_while_a_photo_is_read(reader):
    reader.read(BEFORE, "chess")
    inside, done, steps = threading.Event(), threading.Event(), 0

    def work() -> None:
        inside.set()
        for _ in range(3):
            reader._extension.read(
                str(BEFORE), "", "chess", size=None, corners=None, white=None, anyway=False,
                deadline_ms=None, set=None, lang="en",
            )  # fmt: skip
        done.set()

    interval = sys.getswitchinterval()
    # With the lock held, this thread would run at most once before each reading.
    sys.setswitchinterval(10)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        inside.wait()
        while not done.wait(0.0001):
            steps += 1
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert steps > 20


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_reader_works_on_in_forked_children():
    expected = [read(str(path)) for path in (BEFORE, GO)]
    with warnings.catch_warnings():
        # Python 3.12 warns of any fork in a process with threads; this one does not read meanwhile.
        warnings.simplefilter("ignore", DeprecationWarning)
        context = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            assert list(pool.map(read, map(str, (BEFORE, GO)), timeout=120)) == expected
        child = os.fork()
        if child == 0:
            # Dropping what came from the parent must not wait for threads that are not here.
            globals().pop("GAME")
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
    assert read(str(GO)) == expected[1]


def test_a_reader_is_sent_to_other_processes():
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        sent = pool.submit(Reader(threads=1).read, GO, "go").result(timeout=120)
    assert sent.notation == GAME.read(GO, "go").notation
    assert sent.overlay().ndim == 3


def test_errors_are_pickled_whole(reader):
    with pytest.raises(kibitzer.NoBoardError) as caught:
        reader.read(GO, "chess")
    error = pickle.loads(pickle.dumps(caught.value))
    assert (str(error), error.refusal) == (str(caught.value), "other_board")
    assert isinstance(error, kibitzer.NoBoardError)
