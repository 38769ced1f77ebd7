"""Checks of params, for nodes that do not say which one they reject."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from ._generated.rules import RULES
from ._problem import Problem, describe


def check_params(method: str, params: Any) -> Problem | None:
    """Return the first problem of the params, by what the documents say about them."""
    rules = _rules()
    members = rules["methods"].get(method)
    return None if members is None else _check_members(members, params or {}, "")


@cache
def _rules() -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(RULES)
    return parsed


def _check_members(members: dict[str, Any], value: Any, field: str) -> Problem | None:
    if not isinstance(value, dict):
        return None
    for marked, rule in members.items():
        name = marked.removesuffix("!")
        given = value.get(name)
        if given is None and name == marked:
            continue
        place = f"{field}.{name}" if field else name
        problem = _check(rule, given, place, is_given=name in value)
        if problem is not None:
            return problem
    return None


def _check(named: Any, value: Any, field: str, *, is_given: bool = True) -> Problem | None:
    rule = named
    while isinstance(rule, str):
        rule = _rules()["shared"][rule]
    if not _is_of_kind(rule, value, field):
        return Problem(field, rule["expected"], _shown(rule, value) if is_given else "nothing")
    places: list[tuple[str, Any]] = []
    if rule["kind"] == "list":
        places = [(f"{field}[{index}]", item) for index, item in enumerate(value)]
    elif rule["kind"] == "map":
        places = [(f"{field}.{name}", item) for name, item in value.items()]
    for place, item in places:
        problem = _check(rule["item"], item, place)
        if problem is not None:
            return problem
    return _check_members(rule["members"], value, field) if rule["kind"] == "object" else None


def _shown(rule: dict[str, Any], value: Any) -> str:
    if rule.get("secret") and isinstance(value, str):
        return f"text of {len(value)} characters"
    return describe(value)


def _is_of_kind(rule: dict[str, Any], value: Any, field: str) -> bool:
    match rule["kind"]:
        case "text":
            is_text = isinstance(value, str) and _within(rule, len(value))
            return is_text and ("pattern" not in rule or _fits(value, rule["pattern"]))
        case "word":
            words = rule["words"]
            if rule.get("ignoreCase") and isinstance(value, str):
                return value.lower() in [word.lower() for word in words]
            return value in words
        case "integer":
            return _is_integer(value, int(rule["least"]), int(rule["most"]))
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "boolean":
            return isinstance(value, bool)
        case "list":
            return isinstance(value, list) and _within(rule, len(value))
        case "either":
            return any(_check(form, value, field) is None for form in rule["forms"])
        case _:
            return isinstance(value, dict)


def _within(rule: dict[str, Any], size: int) -> bool:
    return bool(rule.get("min", 0) <= size <= rule.get("max", size))


def _is_integer(value: Any, least: int, most: int) -> bool:
    if isinstance(value, str) and len(value) <= 20 and value.isascii():
        digits = value.removeprefix("-")
        return digits.isdecimal() and least <= int(value) <= most
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _fits(value: str, pattern: dict[str, Any]) -> bool:
    rest = value[len(pattern["prefix"]) :]
    return (
        value.startswith(pattern["prefix"])
        and pattern["min"] <= len(rest) <= pattern["max"]
        and len(rest) % pattern["step"] == 0
        and all(character in pattern["characters"] for character in rest)
    )
