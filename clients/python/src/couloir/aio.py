"""The clients for asyncio: the same methods as the others, to be awaited."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import TypeVar

from ._async_caller import AsyncBatchCalls, AsyncCaller, AsyncCallOptions
from ._async_events import AsyncEventStream
from ._base_url import without_api_path
from ._connected import AnyClient
from ._generated.async_avalanchego import AsyncAvalanchegoAPIs
from ._generated.async_spec import AsyncAPIs
from ._generated.avalanchego import AvalanchegoBatch
from ._generated.spec import Batch
from ._generated.types import Cursor, EventTopic, Id, NodeID, WatchID
from ._listener import events_query

__all__ = [
    "AsyncAvalanchegoClient",
    "AsyncAvalanchegoClientBatch",
    "AsyncCallOptions",
    "AsyncClient",
    "AsyncClientBatch",
    "AsyncEventStream",
]

C = TypeVar("C", bound="_Connected")
B = TypeVar("B", bound="_Sent")


class _Connected(AnyClient[AsyncCaller]):
    """What both clients have; the next base class has the APIs."""

    _call_by = AsyncCaller
    _base_url = staticmethod(without_api_path)

    def events(
        self,
        *,
        topics: Sequence[EventTopic] | None = None,
        after: Cursor | None = None,
        from_height: int | None = None,
        subnet_id: Id | None = None,
        tx_id: Id | None = None,
        address: str | None = None,
        node_id: NodeID | None = None,
        validation_id: Id | None = None,
        watch_id: WatchID | None = None,
        retries: int = 10,
        idle_timeout: float | None = 45.0,
    ) -> AsyncEventStream:
        """Subscribe to events of the P-chain, as `Client.events` does."""
        query = events_query(
            topics,
            after=after,
            fromHeight=from_height,
            subnetID=subnet_id,
            txID=tx_id,
            address=address,
            nodeID=node_id,
            validationID=validation_id,
            watchID=watch_id,
        )
        return AsyncEventStream(self._caller, query, retries, idle_timeout)

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._caller.transport.close()

    async def __aenter__(self: C) -> C:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.aclose()


class _Sent:
    """What both batches have; the next base class has the APIs."""

    def __init__(self, caller: AsyncCaller, options: AsyncCallOptions | None) -> None:
        self._calls = AsyncBatchCalls(caller)
        self._options = options
        super().__init__(self._calls)  # type: ignore[call-arg]

    async def send(self) -> None:
        """Send the calls. Each call's `result` then returns its result or raises its failure."""
        await self._calls.send_all(self._options)

    async def __aenter__(self: B) -> B:
        return self

    async def __aexit__(
        self,
        error: type[BaseException] | None,
        _value: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        if error is None:
            await self.send()


class AsyncClient(_Connected, AsyncAPIs):
    """A client for a node that follows the specification, as Couloir does by default.

    Use it from one event loop. Cancelling a task ends its calls.
    """

    def batch(self, options: AsyncCallOptions | None = None) -> AsyncClientBatch:
        """A batch: calls are added to it, and sent at the end of its `async with` block."""
        return AsyncClientBatch(self._caller, options)


class AsyncClientBatch(_Sent, Batch):
    """Calls of an `AsyncClient` that are sent together, one request for each path."""


class AsyncAvalanchegoClient(_Connected, AsyncAvalanchegoAPIs):
    """A client for AvalancheGo, or for Couloir with --api-profile avalanchego."""

    def batch(self, options: AsyncCallOptions | None = None) -> AsyncAvalanchegoClientBatch:
        """See `AsyncClient`. AvalancheGo itself does not support batches."""
        return AsyncAvalanchegoClientBatch(self._caller, options)


class AsyncAvalanchegoClientBatch(_Sent, AvalanchegoBatch):
    """Calls of an `AsyncAvalanchegoClient` that are sent together."""
