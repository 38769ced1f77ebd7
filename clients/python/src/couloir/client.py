"""The clients."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TypeVar

from ._base_url import without_api_path
from ._batch import SentCalls
from ._caller import Caller, CallOptions
from ._generated.avalanchego import AvalanchegoAPIs, AvalanchegoBatch
from ._generated.spec import APIs, Batch
from ._listener import Listener
from ._transport import MAX_RESPONSE_BYTES

C = TypeVar("C", bound="_Connected")
B = TypeVar("B", bound="_Sent")


class _Connected(Listener):
    """What both clients have; the next base class has the APIs."""

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
        """Create a client for the node at a URL, such as http://127.0.0.1:9650, without connecting.

        :param timeout: total seconds of a call, including retries; None means no limit.
        :param retries: how often a repeatable call is sent again after a temporary failure.
        :param retry_delay: seconds before the first retry; doubles with each further retry.
        :param headers: sent with every request, such as Authorization.
        :param max_response_bytes: the maximum size of a response.
        """
        node = without_api_path(url)
        own = headers or {}
        self._caller = Caller(node, timeout, retries, retry_delay, own, max_response_bytes)
        super().__init__(self._caller)  # type: ignore[call-arg]

    def close(self) -> None:
        """Closes the connections."""
        self._caller.transport.close()

    def __enter__(self: C) -> C:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class _Sent:
    """What both batches have; the next base class has the APIs."""

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


class Client(_Connected, APIs):
    """A client for a node that follows the specification, as Couloir does by default.

    Threads can share it. It keeps connections open until `close` or the end of a `with` block.
    """

    def batch(self, options: CallOptions | None = None) -> ClientBatch:
        """A batch: calls are added to it, and sent together at the end of its `with` block."""
        return ClientBatch(self._caller, options)


class ClientBatch(_Sent, Batch):
    """Calls of a `Client` that are sent together, one request for each path."""


class AvalanchegoClient(_Connected, AvalanchegoAPIs):
    """A client for AvalancheGo, or for Couloir with --api-profile avalanchego.

    Threads can share it. It keeps connections open until `close` or the end of a `with` block.
    """

    def batch(self, options: CallOptions | None = None) -> AvalanchegoClientBatch:
        """See `Client`. AvalancheGo itself does not support batches."""
        return AvalanchegoClientBatch(self._caller, options)


class AvalanchegoClientBatch(_Sent, AvalanchegoBatch):
    """Calls of an `AvalanchegoClient` that are sent together, one request for each path."""
