"""How parsed JSON becomes typed values and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Unknown:
    """A form of a union that the documents do not know, such as a transaction of a newer node."""

    json: Any
    """The form as it came, parsed."""

    def to_json(self) -> Any:
        """The form as it came."""
        return self.json


def integer(value: Any) -> int:
    """Reads a 64-bit integer, which comes as a number or as decimal text."""
    if type(value) is int:
        return value
    if type(value) is str and value.removeprefix("-").isdecimal() and value.isascii():
        return int(value)
    raise ValueError(f"{value!r} is no integer")


def has(value: Any, *path: str) -> bool:
    """Tells whether there is a member, or a member of a member."""
    for name in path:
        if not isinstance(value, dict) or name not in value:
            return False
        value = value[name]
    return True


def only(value: Any, *names: str) -> bool:
    """Tells whether an object has no members but these."""
    return isinstance(value, dict) and value.keys() <= set(names)


def encode(value: Any) -> Any:
    """Makes JSON of a form of a union; integers become text."""
    if isinstance(value, str) or value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return {key: encode(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [encode(item) for item in value]
    return value.to_json()
