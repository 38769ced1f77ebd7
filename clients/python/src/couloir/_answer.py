"""Responses as JSON-RPC 2.0 defines them."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ._errors import TransportError
from ._problem import Problem, describe


def check_answer(method: str, answer: Any) -> None:
    """Raise an exception unless a value is a response."""
    wrong = _wrong(answer)
    if wrong is not None:
        raise TransportError("response", f"{method}: {wrong}")


def check_answer_to(method: str, identity: int, answer: Any) -> None:
    """Raise an exception unless it is the response to the call with an ID.

    An error can have null instead, if the node did not find the ID.
    """
    check_answer(method, answer)
    given = answer.get("id")
    is_own = type(given) is int and given == identity
    if not is_own and not ("error" in answer and has_null_id(answer)):
        raise TransportError("response", f"{method}: the response is not that to this call")


def answers_by_id(answers: list[Any], waiting: Container[int]) -> dict[int, Any]:
    """Return the responses to a batch by the ID of their call.

    Raise an exception if an ID is unknown or occurs twice.
    """
    found: dict[int, Any] = {}
    for answer in answers:
        is_object = isinstance(answer, dict)
        if is_object and answer.get("error") is not None and has_null_id(answer):
            continue
        identity = answer.get("id") if is_object else None
        if type(identity) is not int or identity not in waiting:
            raise TransportError("response", "batch response has an unknown ID")
        if identity in found:
            raise TransportError("response", "batch response repeats an ID")
        found[identity] = answer
    return found


def has_null_id(answer: dict[str, Any]) -> bool:
    """Whether the ID is null, not absent."""
    return answer.get("id", 0) is None


def _wrong(answer: Any) -> Problem | str | None:
    if not isinstance(answer, dict):
        return "the response is not an object"
    if answer.get("jsonrpc") != "2.0":
        got = describe(answer["jsonrpc"]) if "jsonrpc" in answer else "nothing"
        return Problem("jsonrpc", '"2.0"', got)
    if "error" not in answer:
        return None if "result" in answer else "the response has neither result nor error"
    if "result" in answer:
        return "the response has both result and error"
    return _wrong_error(answer["error"])


def _wrong_error(error: Any) -> Problem | None:
    if not isinstance(error, dict):
        return Problem("error", "an object", describe(error))
    if type(error.get("code")) is not int:
        got = describe(error["code"]) if "code" in error else "nothing"
        return Problem("error.code", "an integer", got)
    if not isinstance(error.get("message"), str):
        got = describe(error["message"]) if "message" in error else "nothing"
        return Problem("error.message", "text", got)
    return None
