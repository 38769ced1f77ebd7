"""The events of a node, for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from ._async_caller import AsyncCaller, within
from ._async_transport import AsyncResponse
from ._errors import TransportError
from ._event_stream import REFUSAL_MAX_BYTES, Position, read_event, refusal, require_events
from ._generated.types import Cursor, StreamEvent
from ._server_sent_events import Message, MessageReader


class AsyncEventStream:
    """The events of a node: `async for event in stream`, and `async with` or `aclose` to end it.

    A broken connection is replaced, and the stream resumes where it broke: no event of a block is
    missed or repeated. Cancel the task that waits to end it.
    """

    def __init__(
        self, caller: AsyncCaller, query: dict[str, str], retries: int, idle_timeout: float | None
    ) -> None:
        self._caller = caller
        self._position = Position(query)
        self._retries = retries
        self._idle_timeout = idle_timeout
        self._events = self._listen()

    @property
    def cursor(self) -> Cursor | None:
        """The position after the last returned event, for use as `after`."""
        return self._position.cursor

    def __aiter__(self) -> AsyncEventStream:
        return self

    async def __anext__(self) -> StreamEvent:
        """Wait for the next event.

        Raises `QueryError`, `NoEventsError`, `TransportError`; then it is over.
        """
        return await self._events.__anext__()

    async def aclose(self) -> None:
        """Closes the connection; there are no more events."""
        await self._events.aclose()

    async def __aenter__(self) -> AsyncEventStream:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.aclose()

    async def _listen(self) -> AsyncGenerator[StreamEvent, None]:
        failures = 0
        while True:
            messages = self._messages()
            try:
                async for message in messages:
                    event = read_event(message)
                    if self._position.is_ready(event):
                        failures = 0
                    if self._position.take(event, message):
                        yield event
            except TransportError as error:
                if failures >= self._retries or not self._position.is_broken(error):
                    raise
            finally:
                await messages.aclose()
            await asyncio.sleep(self._position.delay(self._caller.retry_delay, failures))
            failures += 1

    async def _messages(self) -> AsyncGenerator[Message, None]:
        """The messages of one connection; that it ends is an error."""
        target = self._position.target()
        response = await within(self._caller.timeout, self._caller.transport.stream(target))
        try:
            if response.status != 200:
                said = await within(self._caller.timeout, response.read_all(REFUSAL_MAX_BYTES))
                raise refusal(response.status, said)
            require_events(response.headers.get("Content-Type", ""))
            async for message in self._read(response):
                yield message
        finally:
            response.close()
        raise TransportError("connection", "the node ended the stream")

    async def _read(self, response: AsyncResponse) -> AsyncGenerator[Message, None]:
        reader = MessageReader()
        pieces = response.pieces()
        while True:
            piece = anext(pieces, None)
            data = await within(self._idle_timeout, piece, "the node was silent: nothing")
            if data is None:
                return
            for message in reader.read(data):
                yield message
