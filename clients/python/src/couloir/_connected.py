"""What clients and batches have besides the methods of the documents."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, ClassVar, Generic, TypeVar

from ._batch import SentCalls
from ._caller import AnyCaller, Caller, CallOptions
from ._transport import MAX_RESPONSE_BYTES

C = TypeVar("C", bound="ConnectedClient")
K = TypeVar("K", bound=AnyCaller[Any])
B = TypeVar("B", bound="SentBatch")


class AnyClient(Generic[K]):
    """A base class of clients, blocking or not; the next one has the APIs."""

    _call_by: ClassVar[type[Any]]

    def __init__(
        self,
        url: str,
        *,
        timeout: float | None = 30.0,
        retries: int = 2,
        retry_delay: float = 0.1,
        headers: Mapping[str, str] | None = None,
        max_response_bytes: int = MAX_RESPONSE_BYTES,
    ) -> None:
        """Create a client for the server at a URL, without connecting.

        :param timeout: total seconds of a call, including retries; None means no limit.
        :param retries: how often a repeatable call is sent again after a temporary failure.
        :param retry_delay: seconds before the first retry; doubles with each further retry.
        :param headers: sent with every request, such as Authorization.
        :param max_response_bytes: the maximum size of a response.
        """
        own = headers or {}
        base = self._base_url(url)
        self._caller: K = self._call_by(
            base, timeout, retries, retry_delay, own, max_response_bytes
        )
        super().__init__(self._caller)  # type: ignore[call-arg]

    @staticmethod
    def _base_url(url: str) -> str:
        return url


class ConnectedClient(AnyClient[Caller]):
    """A base class of clients; the next one has the APIs."""

    _call_by = Caller

    def close(self) -> None:
        """Closes the connections."""
        self._caller.transport.close()

    def __enter__(self: C) -> C:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class SentBatch:
    """A base class of batches; the next one has the APIs."""

    def __init__(self, caller: Caller, options: CallOptions | None) -> None:
        self._calls = SentCalls(caller)
        self._options = options
        super().__init__(self._calls)  # type: ignore[call-arg]

    def send(self) -> None:
        """Send the calls. Each call's `result` then returns its result or raises its failure."""
        self._calls.send(self._options)

    def __enter__(self: B) -> B:
        return self

    def __exit__(
        self,
        error: type[BaseException] | None,
        _value: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.send()
