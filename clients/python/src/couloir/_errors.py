"""The exceptions of calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, ClassVar, Literal

from ._problem import Problem


class ClientError(Exception):
    """Any failure of a call."""


class RpcError(ClientError):
    """An error that the node returned.

    Its text names the method and says what is wrong, such as
    `platform.getTx: txID: expected a cb58 ID of 32 bytes, got "x"`. The declared errors are its
    subclasses: `except errors.AliasNotFoundError`.
    """

    declared_name: ClassVar[str | None] = None
    """The name of the declared error; None if this client does not know the error."""
    forms: ClassVar[tuple[tuple[int, str], ...]] = ()
    """The codes and messages of the declared error, one for each form that nodes send."""

    def __init__(
        self,
        method: str,
        code: int,
        message: str,
        data: Any,
        arguments: dict[str, str],
        problem: Problem | None = None,
    ) -> None:
        super().__init__(f"{method}: {message if problem is None else problem}")
        self.method = method
        self.code = code
        self.message = message
        """The message as the node sent it."""
        self.data = data
        """The node's additional data, parsed; None if there is none."""
        self.arguments = arguments
        """The texts of the declared message's placeholders, and the text members of `data`."""
        self.problem = problem
        """The param that was rejected: as the node says, or as this client found out."""

    def __reduce__(self) -> tuple[Any, ...]:
        own = (self.method, self.code, self.message, self.data, self.arguments, self.problem)
        return (type(self), own)


class TransportError(ClientError):
    """No valid JSON-RPC response arrived."""

    def __init__(
        self,
        reason: Literal["timeout", "connection", "http", "response"],
        message: str,
        status: int | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        """`http`: a status other than 2xx. `response`: not an answer to this call."""
        self.status = status
        """HTTP status, where there was one."""

    def named(self, method: str, url: str) -> TransportError:
        """Return the same error with the method and the URL in its message."""
        return TransportError(self.reason, f"{method} at {url}: {self}", self.status)

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.reason, str(self), self.status))


def is_passing(error: TransportError) -> bool:
    """Whether the failure is temporary."""
    return error.reason == "connection" or error.status in (429, 502, 503, 504)


def connection_error(error: Exception) -> TransportError:
    """Return the exception for a failed connection."""
    return TransportError("connection", f"the node could not be reached: {error}")


def too_long(max_bytes: int) -> TransportError:
    """Return the exception for a response beyond the limit."""
    return TransportError("response", f"the response is longer than {max_bytes} bytes")


class CancelledError(ClientError):
    """The call was cancelled."""


_INVALID_PARAMS = -32602


def rpc_error(
    method: str,
    answer: Any,
    declared: Iterable[type[RpcError]],
    find_problem: Callable[[], Problem | None] = lambda: None,
) -> RpcError:
    """Create the exception for an error response, of the class of the declared error.

    `find_problem` checks the params, for a node that does not say which one it rejects.
    """
    code, message = answer["code"], answer["message"]
    data = answer.get("data")
    best: type[RpcError] = RpcError
    arguments: dict[str, str] = {}
    words = -1
    for error in declared:
        for form_code, form in error.forms:
            if form_code != code:
                continue
            fixed, names, own = _fixed_texts(form)
            if own > words and (found := _between(fixed, message)) is not None:
                # If a placeholder occurs twice, keep the last text.
                best, words = error, own
                arguments = dict(zip(names, found, strict=True))
    if best is not RpcError and isinstance(data, dict):
        texts = {name: value for name, value in data.items() if isinstance(value, str)}
        arguments = {**texts, **arguments}
    unclear = code == _INVALID_PARAMS if best is RpcError else best.declared_name == "InvalidParams"
    problem = _problem_in(data) or (find_problem() if unclear else None)
    return best(method, code, message, data, arguments, problem)


def _problem_in(data: Any) -> Problem | None:
    if not isinstance(data, dict):
        return None
    field, expected, got = data.get("field"), data.get("expected"), data.get("got")
    if isinstance(field, str) and isinstance(expected, str) and isinstance(got, str):
        return Problem(field, expected, got)
    return None


@cache
def _fixed_texts(message: str) -> tuple[list[str], list[str], int]:
    """Return the texts around the placeholders of a message, their names, and the texts' length."""
    parts = re.split(r"\{([a-zA-Z]\w*)\}", message)
    fixed, names = parts[::2], parts[1::2]
    return fixed, names, sum(map(len, fixed))


def _between(fixed: list[str], message: str) -> list[str] | None:
    """Return the texts between the fixed ones, the first as long as possible; None without a match.

    The fixed texts are found from the end, each once: a pattern would try every combination of
    places, which takes minutes for a long message.
    """
    first, *rest = fixed
    if not rest:
        return [] if message == first else None
    start, end = len(first), len(message) - len(rest[-1])
    if not message.startswith(first) or not message.endswith(rest[-1]) or end < start:
        return None
    found: list[str] = []
    for words in reversed(rest[:-1]):
        at = message.rfind(words, start, end)
        if at < 0:
            return None
        found.append(message[at + len(words) : end])
        end = at
    found.append(message[start:end])
    return found[::-1]
