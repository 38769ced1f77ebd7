"""Which form of a union parsed JSON has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

Test = Callable[[Any], bool]

KINDS: dict[str, tuple[str, tuple[type, ...]]] = {
    "object": ("an object", (dict,)),
    "list": ("a list", (list,)),
    "text": ("text", (str,)),
    "number": ("a number", (int, float)),
    "boolean": ("true or false", (bool,)),
    "null": ("null", (type(None),)),
}
"""What exceptions call the kinds of JSON values, and their types."""


def test_of(form: dict[str, Any], required: Iterable[str], optional: Iterable[str]) -> Test:
    """Return whether a value has a form, whose shape has these members."""
    _, types = KINDS[form["json"]]
    if "equals" in form:
        word = form["equals"]
        return lambda value: bool(value == word)
    if form["json"] != "object":
        return lambda value: type(value) in types
    words = form.get("is", {}).items()
    paths = [path for path in form.get("has", ()) if len(path) > 1]
    least = {path[0] for path in form.get("has", ())} | set(required if form.get("whole") else ())
    most = {*required, *optional} if form.get("only") else None

    def test(value: Any) -> bool:
        return (
            type(value) is dict
            and value.keys() >= least
            and (most is None or value.keys() <= most)
            and (not words or all(value.get(name) == word for name, word in words))
            and (not paths or all(_has(value, path) for path in paths))
        )

    return test


def _has(value: Any, path: Iterable[str]) -> bool:
    """Report whether there is a member of a member."""
    for name in path:
        if not isinstance(value, dict) or name not in value:
            return False
        value = value[name]
    return True
