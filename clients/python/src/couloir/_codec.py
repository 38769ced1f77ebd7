"""How parsed JSON becomes typed values and back."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ._generated.rules import INTEGERS_ARE_TEXT
from ._problem import Problem, WrongType, describe


@dataclass(frozen=True, slots=True)
class Unknown:
    """A form of a union that this client does not know, such as a transaction of a newer node."""

    json: Any
    """The form as parsed JSON."""

    def to_json(self) -> Any:
        """Return the form as parsed JSON."""
        return self.json


_KINDS: dict[str, tuple[str, tuple[type, ...]]] = {
    "object": ("an object", (dict,)),
    "list": ("a list", (list,)),
    "text": ("text", (str,)),
    "number": ("a number", (int, float)),
    "boolean": ("true or false", (bool,)),
    "null": ("null", (type(None),)),
}


def unknown(value: Any, name: str, *kinds: str) -> Unknown:
    """Return a form that this client does not know; it has the kind of one that it knows."""
    if any(type(value) in _KINDS[kind][1] for kind in kinds):
        return Unknown(value)
    raise _wrong(value, name, " or ".join(_KINDS[kind][0] for kind in kinds))


def text(value: Any, name: str) -> Any:
    """Return a text; raise an exception that names the member otherwise."""
    if type(value) is str:
        return value
    raise _wrong(value, name, "text")


def boolean(value: Any, name: str) -> bool:
    """Return true or false."""
    if type(value) is bool:
        return value
    raise _wrong(value, name, "true or false")


def uint16(value: Any, name: str) -> int:
    """Return an unsigned 16-bit integer, which is a number."""
    return _within(value, name, 0, 0xFFFF)


def uint32(value: Any, name: str) -> int:
    """Return an unsigned 32-bit integer, which is a number."""
    return _within(value, name, 0, 0xFFFF_FFFF)


def uint53(value: Any, name: str) -> int:
    """Return an integer that is a number, not negative, and that a double holds exactly."""
    return _within(value, name, 0, 2**53 - 1)


def whole(value: Any, name: str) -> int:
    """Return an integer that is a number and that a double holds exactly."""
    return _within(value, name, -(2**53) + 1, 2**53 - 1)


def _within(value: Any, name: str, least: int, most: int) -> int:
    if type(value) is int and least <= value <= most:
        return value
    raise _wrong(value, name, f"an integer from {least} to {most}")


def number(value: Any, name: str) -> float:
    """Return a number."""
    if type(value) is int or (type(value) is float and math.isfinite(value)):
        return value
    raise _wrong(value, name, "a number")


def items(value: Any, name: str) -> list[Any]:
    """Return the items of a list."""
    if type(value) is list:
        return value
    raise _wrong(value, name, "a list")


def listed(value: Sequence[Any]) -> Any:
    """Return a list; a text stays one text, which the node rejects, although it is a sequence."""
    return value if isinstance(value, str) else list(value)


def members(value: Any, name: str) -> dict[str, Any]:
    """Return the members of an object."""
    if type(value) is dict:
        return value
    raise _wrong(value, name, "an object")


def nothing(value: Any, name: str) -> None:
    """Read a result without members."""
    members(value, name)


def null(value: Any, name: str) -> Any:
    """Return null; raise an exception that names the member for another value."""
    if value is None:
        return None
    raise _wrong(value, name, "null")


def _wrong(value: Any, name: str, expected: str) -> WrongType:
    return WrongType(Problem(name, expected, describe(value)))


_DIGITS = 20
"""No 64-bit integer has more characters."""
_UINT64_MAX = 2**64 - 1
_INT64_MIN, _INT64_MAX = -(2**63), 2**63 - 1


def integer(value: Any, name: str = "") -> int:
    """Read an unsigned 64-bit integer, which is a number or decimal text."""
    exact = value if type(value) is int else _decimal(value)
    if exact is not None and 0 <= exact <= _UINT64_MAX:
        return exact
    raise _wrong(value, name, f"an integer from 0 to {_UINT64_MAX}")


def signed(value: Any, name: str = "") -> int:
    """Read a signed 64-bit integer, which is a number or decimal text."""
    exact = value if type(value) is int else _decimal(value)
    if exact is not None and _INT64_MIN <= exact <= _INT64_MAX:
        return exact
    raise _wrong(value, name, f"an integer from {_INT64_MIN} to {_INT64_MAX}")


def _decimal(value: Any) -> int | None:
    if type(value) is not str or len(value) > _DIGITS or not value.isascii():
        return None
    digits = value.removeprefix("-")
    is_written_once = digits.isdecimal() and (digits[0] != "0" or value == "0")
    return int(value) if is_written_once else None


def has(value: Any, *path: str) -> bool:
    """Report whether there is a member, or a member of a member."""
    for name in path:
        if not isinstance(value, dict) or name not in value:
            return False
        value = value[name]
    return True


def only(value: Any, *names: str) -> bool:
    """Report whether an object has no members other than these."""
    return isinstance(value, dict) and value.keys() <= set(names)


def encode(value: Any) -> Any:
    """Convert a form of a union to JSON; integers become what the server reads."""
    if value is None or isinstance(value, str | bool | float):
        return value
    if isinstance(value, int):
        return str(value) if INTEGERS_ARE_TEXT else value
    if isinstance(value, Mapping):
        return {key: encode(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [encode(item) for item in value]
    return value.to_json()
