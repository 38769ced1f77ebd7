"""Calls that are sent together."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Generic, TypeVar

from ._answer import answers_by_id, check_answer, has_null_id
from ._caller import AnyCaller, Caller, CallOptions, Method, declared_error, outcome, parse, request
from ._errors import ClientError, TransportError

T = TypeVar("T")


class Pending(Generic[T]):
    """A call of a batch that is not sent yet, or how it ended."""

    __slots__ = ("_error", "_value")

    def __init__(self) -> None:
        self._value: T | None = None
        self._error: Exception | None = RuntimeError("the batch has not been sent")

    def result(self) -> T:
        """Return the result; raise the failure of the call."""
        if self._error is not None:
            raise self._error
        return self._value  # type: ignore[return-value]

    def exception(self) -> Exception | None:
        """The failure of the call, or None."""
        return self._error

    def settle(self, read: Callable[[], T]) -> None:
        """Store what `read` returns or raises."""
        try:
            self._value, self._error = read(), None
        except ClientError as error:
            self._error = error


class _Group:
    """The calls of a batch that go to one path."""

    def __init__(self) -> None:
        self.bodies: list[str] = []
        self.calls: dict[int, tuple[Method[Any], Any, Pending[Any]]] = {}

    def body(self) -> str:
        """Return the text of the request."""
        return f"[{','.join(self.bodies)}]"

    def is_repeatable(self) -> bool:
        """Whether the request may be sent twice."""
        return all(method.repeatable for method, _, _ in self.calls.values())

    def settle_notifications(self) -> None:
        """Settle the calls that have no response once the request has been sent."""
        for identity, (method, _, pending) in list(self.calls.items()):
            if method.notification:
                pending.settle(partial(method.decode, None))
                del self.calls[identity]


class BatchCalls:
    """The calls of a batch, by path."""

    def __init__(self, caller: AnyCaller[Any]) -> None:
        self._caller = caller
        self._groups: dict[str, _Group] = {}

    def add(self, path: str, method: Method[T], params: Any) -> Pending[T]:
        """Adds a call."""
        group = self._groups.setdefault(path, _Group())
        identity = self._caller.next_id()
        pending: Pending[T] = Pending()
        params = method.encode(params)
        group.bodies.append(request(identity, method, params))
        group.calls[identity] = (method, params, pending)
        return pending

    def settle(self, path: str, group: _Group, text: bytes | Exception) -> None:
        """Settle the calls of a path with the response, or with why there is none."""
        missing: ClientError | None = None
        try:
            answers = self._answers(path, group, text)
            if group.calls:
                self._settle(group, answers)
        except ClientError as error:
            missing = error
        for method, _, pending in group.calls.values():
            pending.settle(partial(_fail, method, missing))

    def _answers(self, path: str, group: _Group, text: bytes | Exception) -> Any:
        try:
            if isinstance(text, Exception):
                raise text
            group.settle_notifications()
            return parse(text) if group.calls else []
        except TransportError as error:
            name = f"batch of {len(group.bodies)}"
            raise error.named(name, self._caller.url + path) from error.__cause__

    def _settle(self, group: _Group, answers: Any) -> None:
        if not isinstance(answers, list):
            raise _refused(answers)
        for identity, answer in answers_by_id(answers, group.calls).items():
            method, params, pending = group.calls.pop(identity)
            pending.settle(partial(_checked_outcome, method, answer, params))


class SentCalls(BatchCalls):
    """The calls of a batch of a blocking client."""

    def __init__(self, caller: Caller) -> None:
        super().__init__(caller)
        self._sender = caller

    def send(self, options: CallOptions | None) -> None:
        """Send one request for each path, all concurrently."""
        groups, self._groups = self._groups, {}
        if len(groups) < 2:
            for path, group in groups.items():
                self._send(path, group, options)
            return
        with ThreadPoolExecutor(len(groups)) as pool:
            list(pool.map(lambda each: self._send(each[0], each[1], options), groups.items()))

    def _send(self, path: str, group: _Group, options: CallOptions | None) -> None:
        try:
            text: bytes | Exception = self._sender.send(
                path, group.body(), group.is_repeatable(), options
            )
        except ClientError as error:
            text = error
        self.settle(path, group, text)


def _fail(method: Method[Any], error: ClientError | None) -> Any:
    if error is not None:
        raise error
    raise TransportError("response", f"{method.name}: the batch has no response to it")


def _checked_outcome(method: Method[T], answer: Any, params: Any) -> T:
    check_answer(method.name, answer)
    return outcome(method, answer, params)


def _refused(answer: Any) -> Exception:
    """Return the error of a node that rejects the whole batch."""
    check_answer("a batch", answer)
    if "error" in answer and has_null_id(answer):
        return declared_error("a batch", answer["error"], ())
    return TransportError("response", "batch response is not an array")
