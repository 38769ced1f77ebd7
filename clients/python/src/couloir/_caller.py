"""JSON-RPC over a transport."""

from __future__ import annotations

import itertools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from ._answer import check_answer_to
from ._codec import Shape, params_writer, reader
from ._ending import Cancellation, Deadline, pause
from ._errors import RpcError, TransportError, is_passing, rpc_error
from ._problem import Problem, WrongType
from ._scalars import Read
from ._transport import Transport, without_credentials

T = TypeVar("T")
X = TypeVar("X")


class Method(Generic[T]):
    """What a call needs to know about its method."""

    __slots__ = (
        "_read",
        "_result",
        "errors",
        "name",
        "notification",
        "only_by_position",
        "params",
        "positions",
        "repeatable",
        "text",
    )

    def __init__(
        self,
        name: str,
        result: Shape,
        *,
        params: str | None = None,
        repeatable: bool,
        errors: tuple[type[RpcError], ...],
        positions: tuple[str, ...] = (),
        only_by_position: bool = False,
        notification: bool = False,
    ) -> None:
        self.name = name
        self.text = json.dumps(name)
        self.positions = positions
        """The names of its params in order, if they are sent as a list."""
        self.only_by_position = only_by_position
        """Whether a param left out before a given one is sent as null, not the params by name."""
        self.notification = notification
        """Whether it is sent without an ID, because the server does not respond to it."""
        self.repeatable = repeatable
        self.errors = errors
        self._result = result
        self.params = params
        """The name of their shape."""
        self._read: Read | None = None

    def decode(self, value: Any) -> T:
        """Read a result; raise an exception that names the wrong member."""
        if self._read is None:
            self._read = reader(self._result)
        result: T = self._read(value, "")
        return result

    def encode(self, params: Mapping[str, Any] | None) -> Any:
        """Convert params to JSON; an optional one with the value None is left out."""
        return None if self.params is None else params_writer(self.params)(params)


@dataclass(frozen=True, slots=True)
class CallOptions:
    """The options of one call that override those of its client."""

    timeout: float | None = None
    """Total time in seconds, including retries."""
    retries: int | None = None
    """How often a failed call is sent again, if the method may be called twice."""
    cancellation: Cancellation | None = None
    """Ends the call from another thread."""


class AnyCaller(Generic[X]):
    """What the callers of clients have, blocking or not: a transport and its settings."""

    _connect: ClassVar[type[Any]]

    def __init__(
        self,
        url: str,
        timeout: float | None,
        retries: int,
        retry_delay: float,
        headers: Mapping[str, str],
        max_response_bytes: int,
    ) -> None:
        self.transport: X = self._connect(url, headers, max_response_bytes)
        self.url = without_credentials(url.partition("?")[0].rstrip("/"))
        self.timeout = timeout
        self._retries = retries
        self.retry_delay = retry_delay
        self._ids = itertools.count(1)

    def next_id(self) -> int:
        """An ID that no other call has."""
        return next(self._ids)


class Caller(AnyCaller[Transport]):
    """Calls methods of one node."""

    _connect = Transport

    def call(
        self, path: str, method: Method[T], params: Any, options: CallOptions | None = None
    ) -> T:
        """Sends one call and reads its result."""
        identity = self.next_id()
        params = method.encode(params)
        body = request(identity, method, params)
        try:
            text = self.send(path, body, method.repeatable, options)
            answer = None if method.notification else parse(text)
        except TransportError as error:
            raise error.named(method.name, self.url + path) from error.__cause__
        if method.notification:
            return method.decode(None)
        check_answer_to(method.name, identity, answer)
        return outcome(method, answer, params)

    def send(
        self, path: str, body: str, repeatable: bool, options: CallOptions | None = None
    ) -> bytes:
        """Posts, again where that may help."""
        options = options or _NO_OPTIONS
        deadline = Deadline(self.timeout if options.timeout is None else options.timeout)
        retries = self._retries if options.retries is None else options.retries
        cancellation = options.cancellation
        attempt = 0
        while True:
            try:
                return self.transport.post(path, body.encode(), deadline, cancellation)
            except TransportError as error:
                if not repeatable or attempt >= retries or not is_passing(error):
                    raise
            left = deadline.remaining()
            wait = self.retry_delay * 2**attempt
            pause(wait if left is None else min(wait, left), cancellation)
            deadline.remaining()
            attempt += 1


_NO_OPTIONS = CallOptions()


def request(identity: int, method: Method[T], params: Any) -> str:
    """The text of a call."""
    given = "" if params is None else f',"params":{json.dumps(_arranged(method, params))}'
    own = "" if method.notification else f',"id":{identity}'
    return f'{{"jsonrpc":"2.0"{own},"method":{method.text}{given}}}'


def _arranged(method: Method[T], params: dict[str, Any]) -> Any:
    """Return the params as they are sent: by name, or as a list of the method's positions."""
    if not method.positions:
        return params
    names = list(method.positions)
    while names and names[-1] not in params:
        names.pop()
    if not method.only_by_position and any(name not in params for name in names):
        return params
    return [params.get(name) for name in names]


def parse(text: bytes) -> Any:
    """Parse a response."""
    try:
        return parse_text(text)
    except (ValueError, RecursionError) as error:
        raise TransportError("response", f"the answer is not JSON: {error}") from error


_VALUES_MAX = 4 * 1024 * 1024
"""Far more values than a response has; 128 MiB of empty lists take many times that in memory."""


def parse_text(text: bytes | str) -> Any:
    """Parse JSON; raise ValueError or RecursionError for another text."""
    marks = (b",", b"[", b"{") if isinstance(text, bytes) else (",", "[", "{")
    if len(text) > _VALUES_MAX and sum(map(text.count, marks)) > _VALUES_MAX:  # type: ignore[arg-type]
        raise ValueError(f"it has more than {_VALUES_MAX} values")
    return json.loads(text, parse_constant=_refuse_constant)


def _refuse_constant(name: str) -> None:
    """Python reads NaN and the infinities, which JSON does not have."""
    raise ValueError(f"{name} is not a number")


def outcome(method: Method[T], answer: Any, params: Any = None) -> T:
    """Return the result of a response that has been checked; raise its error."""
    if "error" in answer:
        raise declared_error(method.name, answer["error"], method.errors, params)
    try:
        return method.decode(answer["result"])
    except UNREADABLE as cause:
        raise unreadable(cause, method.name, f"{method.name}: the result") from cause


UNREADABLE = (WrongType, KeyError, RecursionError, TypeError, ValueError, AttributeError)
"""What reading a value of another type raises."""


def unreadable(cause: Exception, place: str, whole: str) -> TransportError:
    """Return the exception for a value that cannot be read."""
    if isinstance(cause, WrongType):
        return TransportError("response", f"{place}: {cause}")
    if isinstance(cause, KeyError):
        missing = Problem(str(cause.args[0]), "a value", "nothing")
        return TransportError("response", f"{place}: {missing}")
    if isinstance(cause, RecursionError):
        return TransportError("response", f"{whole} is nested too deeply")
    return TransportError("response", f"{whole} cannot be read: {cause!r}")


def declared_error(
    method: str, answer: dict[str, Any], errors: tuple[type[RpcError], ...], params: Any = None
) -> RpcError:
    """Return the exception for the error of a response."""
    from ._generated.errors import COMMON
    from ._param_check import check_params

    possible = dict.fromkeys((*errors, *COMMON))
    return rpc_error(method, answer, possible, lambda: check_params(method, params))
