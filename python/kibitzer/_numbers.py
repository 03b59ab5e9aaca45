"""Numbers that are counts."""

from __future__ import annotations

from ._errors import OptionError

# What fits a count of the extension on every machine.
_MOST = 2**32 - 1


def count(name: str, value: int | None, most: int = _MOST) -> int | None:
    """A count as it is; `None` stays.

    Raises:
        OptionError: It is negative, or larger than any count, or than `most`.
    """
    if isinstance(value, int) and not 0 <= value <= most:
        raise OptionError(f"{name} cannot be {value}: give a whole number from 0 to {most}")
    return value
