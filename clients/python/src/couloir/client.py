"""The clients."""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType

from ._batch import BatchCalls
from ._caller import Caller, CallOptions
from ._generated.avalanchego import AvalanchegoAPIs, AvalanchegoBatch
from ._generated.spec import APIs, Batch
from ._listener import Listener


class Client(Listener, APIs):
    """Calls a node that answers in the form of the specification, as Couloir does.

    Threads may share it. It keeps connections open until `close`, or the end of a `with` block.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float | None = 30.0,
        retries: int = 2,
        retry_delay: float = 0.1,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Makes a client of the node at a URL, such as http://127.0.0.1:9650, without connecting.

        :param timeout: gives up after so many seconds, repetitions included; None waits for ever.
        :param retries: how often a call that may be repeated is sent again after a passing failure.
        :param retry_delay: seconds before the first repetition, doubled for each further one.
        :param headers: sent with every request, such as Authorization.
        """
        self._caller = Caller(url, timeout, retries, retry_delay, headers or {})
        super().__init__(self._caller)

    def batch(self, options: CallOptions | None = None) -> ClientBatch:
        """A batch: calls are added to it, and sent together at the end of its `with` block."""
        return ClientBatch(self._caller, options)

    def close(self) -> None:
        """Closes the connections."""
        self._caller.transport.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class ClientBatch(Batch):
    """Calls of a `Client` that are sent together, one request for each path."""

    def __init__(self, caller: Caller, options: CallOptions | None) -> None:
        self._calls = BatchCalls(caller)
        self._options = options
        super().__init__(self._calls)

    def send(self) -> None:
        """Sends the calls. Each one's `result` then answers, or raises what it failed with."""
        self._calls.send(self._options)

    def __enter__(self) -> ClientBatch:
        return self

    def __exit__(
        self,
        error: type[BaseException] | None,
        _value: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.send()


class AvalanchegoClient(Listener, AvalanchegoAPIs):
    """Calls a node of AvalancheGo, or Couloir with --api-profile avalanchego.

    Threads may share it. It keeps connections open until `close`, or the end of a `with` block.
    """

    def __init__(
        self,
        url: str,
        *,
        timeout: float | None = 30.0,
        retries: int = 2,
        retry_delay: float = 0.1,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """As that of `Client`."""
        self._caller = Caller(url, timeout, retries, retry_delay, headers or {})
        super().__init__(self._caller)

    def batch(self, options: CallOptions | None = None) -> AvalanchegoClientBatch:
        """As that of `Client`. AvalancheGo itself takes no batches."""
        return AvalanchegoClientBatch(self._caller, options)

    def close(self) -> None:
        """Closes the connections."""
        self._caller.transport.close()

    def __enter__(self) -> AvalanchegoClient:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class AvalanchegoClientBatch(AvalanchegoBatch):
    """Calls of an `AvalanchegoClient` that are sent together, one request for each path."""

    def __init__(self, caller: Caller, options: CallOptions | None) -> None:
        self._calls = BatchCalls(caller)
        self._options = options
        super().__init__(self._calls)

    def send(self) -> None:
        """Sends the calls. Each one's `result` then answers, or raises what it failed with."""
        self._calls.send(self._options)

    def __enter__(self) -> AvalanchegoClientBatch:
        return self

    def __exit__(
        self,
        error: type[BaseException] | None,
        _value: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.send()
