"""How parsed JSON becomes text, numbers, true and false."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ._problem import Problem, WrongType, describe

Read = Callable[[Any, str], Any]
"""Converts parsed JSON; the text is the name of the member that an exception names."""


def wrong(value: Any, name: str, expected: str) -> WrongType:
    """Return the exception for a value that is something else than expected."""
    return WrongType(Problem(name, expected, describe(value)))


def text(value: Any, name: str) -> Any:
    """Return a text."""
    if type(value) is str:
        return value
    raise wrong(value, name, "text")


def _boolean(value: Any, name: str) -> Any:
    if type(value) is bool:
        return value
    raise wrong(value, name, "true or false")


def _number(value: Any, name: str) -> Any:
    if type(value) is int or (type(value) is float and math.isfinite(value)):
        return value
    raise wrong(value, name, "a number")


def _null(value: Any, name: str) -> Any:
    if value is None:
        return None
    raise wrong(value, name, "null")


def _nothing(value: Any, name: str) -> None:
    """Read a result without members."""
    if type(value) is not dict:
        raise wrong(value, name, "an object")


def _json(value: Any, name: str) -> Any:
    return value


def _integer(least: int, most: int) -> Read:
    """Return what reads an integer that is a number."""

    def read(value: Any, name: str) -> Any:
        if type(value) is int and least <= value <= most:
            return value
        raise wrong(value, name, f"an integer from {least} to {most}")

    return read


def _exact_integer(least: int, most: int) -> Read:
    """Return what reads an integer that is a number or decimal text."""

    def read(value: Any, name: str) -> Any:
        exact = value if type(value) is int else _decimal(value)
        if exact is not None and least <= exact <= most:
            return exact
        raise wrong(value, name, f"an integer from {least} to {most}")

    return read


_DIGITS = 20
"""No 64-bit integer has more characters."""


def _decimal(value: Any) -> int | None:
    if type(value) is not str or len(value) > _DIGITS or not value.isascii():
        return None
    digits = value.removeprefix("-")
    is_written_once = digits.isdecimal() and (digits[0] != "0" or value == "0")
    return int(value) if is_written_once else None


SCALARS: dict[str, Read] = {
    "text": text,
    "boolean": _boolean,
    "number": _number,
    "null": _null,
    "nothing": _nothing,
    "json": _json,
    "uint16": _integer(0, 0xFFFF),
    "uint32": _integer(0, 0xFFFF_FFFF),
    "uint53": _integer(0, 2**53 - 1),
    "int53": _integer(-(2**53) + 1, 2**53 - 1),
    "uint64": _exact_integer(0, 2**64 - 1),
    "int64": _exact_integer(-(2**63), 2**63 - 1),
}
"""By the kind of a shape."""
