"""JSON as dataclasses.

What each holds is described once, in the library's JSON Schema; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

Convert = Callable[[Any], Any]


def convert(cls: Any, value: Any) -> Any:
    """A value of a type from what JSON has for it."""
    return _converter(cls)(value)


@cache
def _converter(kind: Any) -> Convert:
    """What makes a value of a type: lists become tuples, objects dataclasses."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        some = [arg for arg in args if arg is not NoneType]
        inner = _converter(some[0]) if len(some) == 1 else _same
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        if args[-1] is Ellipsis:
            item = _converter(args[0])
            return lambda value: tuple(map(item, value))
        items = [_converter(arg) for arg in args]
        return lambda value: tuple(item(v) for item, v in zip(items, value, strict=True))
    if is_dataclass(kind):
        return _of_object(kind)
    return _same


def _of_object(kind: Any) -> Convert:
    hints = get_type_hints(kind)
    known = [(field.name, _converter(hints[field.name])) for field in fields(kind) if field.init]

    def made(value: dict[str, Any]) -> Any:
        given = {name: item(value[name]) for name, item in known if name in value}
        return kind(**given)

    return made


def _same(value: Any) -> Any:
    return value
