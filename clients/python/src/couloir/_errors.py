"""What a call can fail with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, Literal


class CouloirError(Exception):
    """Any failure of a call."""


class RpcError(CouloirError):
    """The node answered with an error.

    The declared errors are its subclasses: `except couloir.errors.AliasNotFoundError`.
    """

    declared_name: ClassVar[str | None] = None
    """Name of the declared error; None for one that the documents do not know."""
    forms: ClassVar[tuple[tuple[int, str], ...]] = ()
    """Code and message of the declared error, one for each way in which nodes word it."""

    def __init__(
        self, method: str, code: int, message: str, data: Any, arguments: dict[str, str]
    ) -> None:
        super().__init__(f"{method}: {message} (code {code})")
        self.method = method
        self.code = code
        self.message = message
        self.data = data
        """What the node added, parsed; None where there is nothing."""
        self.arguments = arguments
        """The texts of the declared message's placeholders, and the text members of `data`."""

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.method, self.code, self.message, self.data, self.arguments))


class TransportError(CouloirError):
    """No answer came, or none that is JSON-RPC."""

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

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.reason, str(self), self.status))


def connection_error(error: Exception) -> TransportError:
    """What a call fails with when its connection does."""
    return TransportError("connection", f"the node could not be reached: {error}")


class QueryError(CouloirError):
    """The node refused a query of events.

    Its text says which member, what was expected and what came.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        field, colon, _ = message.partition(": ")
        self.field = field if colon else ""
        """The member of the query, as it is called on the wire."""


class NoEventsError(CouloirError):
    """What is at that URL serves no events: they are off, or it is no Couloir."""


class CancelledError(CouloirError):
    """The call was cancelled."""


def rpc_error(method: str, answer: Any, declared: Iterable[type[RpcError]]) -> RpcError:
    """Makes the exception for an error answer, of the class of the declared error that it is."""
    code, message = answer["code"], answer["message"]
    data = answer.get("data")
    best: type[RpcError] = RpcError
    arguments: dict[str, str] = {}
    words = -1
    for error in declared:
        for form_code, form in error.forms:
            if form_code != code:
                continue
            pattern, names, own = _pattern(form)
            if own > words and (found := pattern.fullmatch(message)):
                # Of a placeholder that stands there twice, the last text.
                best, words = error, own
                arguments = dict(zip(names, found.groups(), strict=True))
    if best is not RpcError and isinstance(data, dict):
        texts = {name: value for name, value in data.items() if isinstance(value, str)}
        arguments = {**texts, **arguments}
    return best(method, code, message, data, arguments)


@cache
def _pattern(message: str) -> tuple[re.Pattern[str], list[str], int]:
    """The message with groups for placeholders, their names, and how much is its own words."""
    parts = re.split(r"\{([a-zA-Z]\w*)\}", message)
    literals, names = parts[::2], parts[1::2]
    pattern = re.compile("(.*)".join(map(re.escape, literals)), re.DOTALL)
    return pattern, names, sum(map(len, literals))
