"""What a subscription says over one connection."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ._answer import check_answer_to
from ._caller import Method, outcome, parse, request
from ._codec import params_writer

N = TypeVar("N", bound=str)
T = TypeVar("T")

_BEGIN, _END = 1, 2
"""The IDs of the two calls of a connection."""


@dataclass(frozen=True, slots=True)
class Pushed(Generic[N, T]):
    """A notification of a subscription that has several kinds of them."""

    notification: N
    """Its method."""
    payload: T


@dataclass(frozen=True, slots=True)
class SubscriptionInfo:
    """What a subscription needs to know about its methods."""

    method: Method[Any]
    params: str | None
    """The name of the shape of those that callers choose."""
    fixed: Mapping[str, Any]
    """The params that choose what is subscribed to."""
    id_member: str
    payload_member: str
    pushes: Mapping[str, Method[Any]]
    """By the method of the notification. With one, items are its payloads."""
    end: tuple[Method[Any], str] | None
    """The method that ends it, and its param with the ID."""


class Exchange:
    """The messages of one connection, without the connection."""

    def __init__(self, info: SubscriptionInfo, params: Mapping[str, Any]) -> None:
        self._info = info
        given = {} if info.params is None else params_writer(info.params)(params)
        self._params = {**info.fixed, **given}
        self._waiting: list[Any] = []
        self._id: Any = None
        self.has_begun = False
        """Whether the server has accepted the subscription."""
        self.items: deque[Any] = deque()
        """What the server has pushed."""

    def begin(self) -> str:
        """Return the call that subscribes."""
        return request(_BEGIN, self._info.method, self._params)

    def end(self) -> str | None:
        """Return the call that ends the subscription, if there is one."""
        if self._info.end is None or not self.has_begun:
            return None
        method, param = self._info.end
        return request(_END, method, {param: self._id})

    def receive(self, text: bytes) -> None:
        """Read a message; raise an exception if the server refuses the subscription."""
        message = parse(text)
        for each in message if isinstance(message, list) else [message]:
            if isinstance(each, dict) and "method" in each:
                self._waiting.append(each)
            elif not self.has_begun:
                self._accept(each)
        # A server can push before it responds.
        while self.has_begun and self._waiting:
            self._take(self._waiting.pop(0))

    def _accept(self, answer: Any) -> None:
        method = self._info.method
        check_answer_to(method.name, _BEGIN, answer)
        outcome(method, answer, self._params)
        self._id = answer["result"]
        self.has_begun = True

    def _take(self, message: dict[str, Any]) -> None:
        name, params = message["method"], message.get("params")
        push = self._info.pushes.get(name) if isinstance(name, str) else None
        if push is None or not isinstance(params, dict):
            return
        if str(params.get(self._info.id_member)) != str(self._id):
            return
        payload = outcome(push, {"result": params.get(self._info.payload_member)})
        self.items.append(payload if len(self._info.pushes) == 1 else Pushed(name, payload))
