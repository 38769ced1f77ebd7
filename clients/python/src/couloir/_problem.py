"""What is wrong with a param or a result."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

_SHOWN = 64


@dataclass(frozen=True, slots=True)
class Problem:
    """The place, the expected value and the received value."""

    field: str
    """Path of the member, such as `nodeIDs[2]`; empty for the whole."""
    expected: str
    got: str

    def __str__(self) -> str:
        """Return `txID: expected a cb58 ID of 32 bytes, got "x"`."""
        place = f"{self.field}: " if self.field else ""
        return f"{place}expected {self.expected}, got {self.got}"


class WrongType(Exception):
    """A part of a result has another type than the documents say."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def describe(value: Any) -> str:
    """Name a value: short texts, numbers and words as JSON writes them, others by kind."""
    if isinstance(value, str):
        shown = json.dumps(value[:_SHOWN], ensure_ascii=False)
        return shown if len(value) <= _SHOWN else f"{shown} and {len(value) - _SHOWN} more"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return "an object"
    return json.dumps(value)
