"""Reading photos."""

from __future__ import annotations

import io
import os
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypedDict, overload

from . import _kibitzer, _photo, _runtime
from ._errors import KibitzerError, OptionError
from ._numbers import count
from ._photo import Photo
from ._reading import Game, Language, Reading, Side, reading

if TYPE_CHECKING:
    from typing_extensions import Unpack

Errors = Literal["raise", "return"]


class PhotoOptions(TypedDict, total=False):
    """What may be said of photos; see `Reader.read`."""

    size: int | None
    corners: Sequence[Sequence[float]] | None
    white: Side | None
    anyway: bool
    deadline_ms: int | None
    set: str | None


class ReadOptions(PhotoOptions, total=False):
    """The same, and how it is to be said."""

    lang: Language


class Reader:
    """Reads boards from photos; its models are loaded when they are first needed, and stay so.

    Threads may share a reader: Python's lock is not held while a photo is decoded and read. A
    reader can be pickled: the copy loads its models itself. After a fork it works in the child,
    too, which also loads them anew; while another thread reads, do not fork.
    """

    def __init__(
        self,
        *,
        models: str | os.PathLike[str] | None = None,
        threads: int = 0,
    ):
        """A reader; nothing is loaded yet.

        Args:
            models: A folder of models; without it, the one that the environment variable
                KIBITZER_MODELS names, else those that come with Kibitzer.
            threads: Threads that reading one photo uses; 0 stands for one a core. Of many photos,
                the most a second are read with 1, several at a time: see `read_all`.

        Raises:
            OptionError: No machine has cores for so many threads.
        """
        count("threads", threads, _kibitzer.MOST_THREADS)
        _runtime.find()
        models = models or os.environ.get("KIBITZER_MODELS") or None
        self._arguments: dict[str, Any] = {"models": models, "threads": threads}
        self._extension = _kibitzer.Reader(None if models is None else os.fspath(models), threads)

    def load(self, game: Game | Literal["auto"] = "auto") -> None:
        """Loads the models of a game now, or of all, so that the first photo does not wait.

        Raises:
            ModelError: A model, or ONNX Runtime, is missing or cannot be used.
        """
        self._extension.load(game)

    def read(
        self,
        photo: Photo,
        game: Game | Literal["auto"] = "auto",
        *,
        size: int | None = None,
        corners: Sequence[Sequence[float]] | None = None,
        white: Side | None = None,
        anyway: bool = False,
        deadline_ms: int | None = None,
        set: str | None = None,  # noqa: A002
        lang: Language = "en",
    ) -> Reading:
        """Reads the board in a photo.

        Args:
            photo: A path, the bytes of a JPEG, PNG or WebP file, a file opened for reading bytes,
                a PIL image, or an array of 8-bit pixels, ``[height, width]`` (gray) or ``[height,
                width, channels]`` (RGB, RGBA; OpenCV's BGR is ``array[..., ::-1]``).
            game: The game, or ``auto``, to find out.
            size: Rows of the board: 9, 13 or 19 (Go), 8 or 10 (checkers); without it, as seen.
            corners: The board's corners in pixels of the upright photo, ``[4, 2]``, clockwise.
            white: Where white sits in the photo; without it, as fits the pieces best.
            anyway: Read what is found even where it does not look like a whole board, or much of
                it is hidden.
            deadline_ms: Milliseconds that reading may take: steps that only make it better are
                then left out, and named in `Reading.left_out`.
            set: Read with what photos of a set of your own taught (``kibitzer reference add``).
            lang: The language of violations and concerns.

        Raises:
            NoBoardError: There is no board to read.
            PhotoError: The photo cannot be opened or decoded, is too large or too small.
            OptionError: An argument is none, or does not fit the game or the photo.
            OwnSetError: The set is not there, or is of another game or model.
            ModelError: A model, or ONNX Runtime, is missing or cannot be used.
        """
        given = _photo.plain(photo)
        text, probabilities = self._extension.read(
            given,
            _photo.name(photo),
            game,
            size=count("size", size),
            corners=None if corners is None else _points(corners),
            white=white,
            anyway=anyway,
            deadline_ms=count("deadline_ms", deadline_ms),
            set=set,
            lang=lang,
        )
        # Of a file its bytes: it has been read. Pixels of an image are not kept beside the image.
        return reading(text, probabilities, given if isinstance(given, (str, bytes)) else photo)

    @overload
    def read_all(
        self,
        photos: Iterable[Photo],
        game: Game | Literal["auto"] = ...,
        *,
        at_once: int | None = ...,
        errors: Literal["raise"] = ...,
        **options: Unpack[ReadOptions],
    ) -> Iterator[Reading]: ...

    @overload
    def read_all(
        self,
        photos: Iterable[Photo],
        game: Game | Literal["auto"] = ...,
        *,
        at_once: int | None = ...,
        errors: Literal["return"],
        **options: Unpack[ReadOptions],
    ) -> Iterator[Reading | KibitzerError]: ...

    def read_all(
        self,
        photos: Iterable[Photo],
        game: Game | Literal["auto"] = "auto",
        *,
        at_once: int | None = None,
        errors: Errors = "raise",
        **options: Unpack[ReadOptions],
    ) -> Iterator[Reading | KibitzerError]:
        """Reads many photos, several at a time; readings come in the order of the photos.

        Photos are taken as readings are asked for, a few ahead, so there may be any number.

        Args:
            photos: The photos.
            game: The game, or ``auto``.
            at_once: Photos read at a time; without it, as many as there are cores for the
                reader's threads: with ``Reader(threads=1)``, one a core.
            errors: ``raise`` ends with the first photo that cannot be read, ``return`` gives its
                error in the place of its reading.
            options: As `read` takes them.

        Raises:
            OptionError: `at_once` or `errors` is none.
        """
        # A text would be read letter by letter, a file line by line.
        if isinstance(photos, (str, bytes, bytearray, memoryview, os.PathLike, io.IOBase)):
            raise TypeError("photos is a list of photos; for one photo use read")
        at_once = self._at_once() if at_once is None else at_once
        if at_once < 1:
            raise OptionError(f"{at_once} photos at a time cannot be: use 1 or more")
        if errors not in ("raise", "return"):
            raise OptionError(f"errors cannot be '{errors}': use raise or return")
        return self._read_all(photos, game, at_once, errors, options)

    def _read_all(
        self,
        photos: Iterable[Photo],
        game: Game | Literal["auto"],
        at_once: int,
        errors: Errors,
        options: ReadOptions,
    ) -> Iterator[Reading | KibitzerError]:
        waiting: deque[Future[Reading]] = deque()
        with ThreadPoolExecutor(at_once, "kibitzer") as pool:
            try:
                for photo in photos:
                    waiting.append(pool.submit(self.read, photo, game, **options))
                    if len(waiting) > 2 * at_once:
                        yield _result(waiting.popleft(), errors)
                while waiting:
                    yield _result(waiting.popleft(), errors)
            finally:
                for future in waiting:
                    future.cancel()

    def _at_once(self) -> int:
        threads: int = self._arguments["threads"]
        return max(1, _cores() // threads) if threads else 1

    def __reduce__(self) -> tuple[Any, ...]:
        """A reader is pickled as what it was made with."""
        return _made, (type(self), self._arguments)


def _points(corners: Sequence[Sequence[float]]) -> list[list[float]]:
    """The four corners of a board."""
    try:
        points = [[float(v) for v in xy] for xy in corners]
    except ValueError:  # A text that is no number.
        points = []
    if [len(xy) for xy in points] != [2] * 4:
        raise OptionError(
            "the corners are four points, [[x, y], ...], in pixels of the upright photo: give one "
            "for each corner of the board, clockwise"
        )
    return points


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _made(kind: type[Reader], arguments: dict[str, Any]) -> Reader:
    return kind(**arguments)


def _result(future: Future[Reading], errors: Errors) -> Reading | KibitzerError:
    try:
        return future.result()
    except KibitzerError as error:
        if errors == "raise":
            raise
        return error


@cache
def usual() -> Reader:
    """The reader that functions use which are given none."""
    return Reader()


def read(
    photo: Photo,
    game: Game | Literal["auto"] = "auto",
    *,
    size: int | None = None,
    corners: Sequence[Sequence[float]] | None = None,
    white: Side | None = None,
    anyway: bool = False,
    deadline_ms: int | None = None,
    set: str | None = None,  # noqa: A002
    lang: Language = "en",
) -> Reading:
    """Reads the board in a photo: `Reader.read` of a reader that stays loaded."""
    return usual().read(
        photo,
        game,
        size=size,
        corners=corners,
        white=white,
        anyway=anyway,
        deadline_ms=deadline_ms,
        set=set,
        lang=lang,
    )
