"""What can go wrong; each message says what to do about it."""

from __future__ import annotations


class KibitzerError(Exception):
    """Anything that Kibitzer says is wrong."""


class PhotoError(KibitzerError, ValueError):
    """A photo that cannot be opened or decoded, is too large or too small."""


class NoBoardError(KibitzerError):
    """There is no board to read in a photo.

    Attributes:
        refusal: Why: ``nothing_found``, ``not_a_board``, ``part_of_board``, ``hidden``,
            ``other_board`` or ``other_game``.
        confidence: How sure the detector was of its best guess, 0 to 1.
    """

    def __init__(self, message: str, refusal: str = "nothing_found", confidence: float = 0.0):
        """Says why there is none."""
        super().__init__(message, refusal, confidence)
        self.refusal = refusal
        self.confidence = confidence

    def __str__(self) -> str:
        """The message."""
        return str(self.args[0])


class OptionError(KibitzerError, ValueError):
    """An argument that is none, or does not fit the others."""


class BoardError(KibitzerError, ValueError):
    """A notation that is no board of the game, or a board that the rules know nothing of."""


class DatasetError(KibitzerError, ValueError):
    """Labels that cannot be read or written."""


class OwnSetError(KibitzerError, ValueError):
    """A set of your own that is not there, damaged, or of another game or model."""


class ModelError(KibitzerError, RuntimeError):
    """A model, or ONNX Runtime, that is missing or cannot be used."""
