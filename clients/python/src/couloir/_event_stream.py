"""The events of a node, one after the other."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlencode

from ._caller import UNREADABLE, Caller, parse_text, unreadable
from ._codec import reader
from ._ending import Cancellation, Deadline, pause
from ._errors import TransportError, is_passing
from ._event_errors import NoEventsError, QueryError
from ._generated.events import PATH
from ._generated.types import Cursor, ReadyEvent, StreamEvent
from ._response import Response
from ._server_sent_events import Message, MessageReader

_LONGEST_DELAY = 10.0

REFUSAL_MAX_BYTES = 1024 * 1024
"""The maximum size of a response that is not a stream."""


class EventStream:
    """The events of a node: `for event in stream`, and `close` or the end of a `with` block.

    A broken connection is replaced, and the stream resumes where it broke: no event of a block is
    missed or repeated. Use it from one thread; another can end it by its `Cancellation`.
    """

    def __init__(
        self,
        caller: Caller,
        query: dict[str, str],
        retries: int,
        idle_timeout: float | None,
        cancellation: Cancellation | None,
    ) -> None:
        self._caller = caller
        self._position = Position(query)
        self._retries = retries
        self._idle_timeout = idle_timeout
        self._cancellation = cancellation
        self._events = self._listen()

    @property
    def cursor(self) -> Cursor | None:
        """The position after the last returned event.

        Pass it as `after` to resume from there, even in another process. The cursor is None before
        the first event of a stream without `after`.
        """
        return self._position.cursor

    def __iter__(self) -> Iterator[StreamEvent]:
        return self

    def __next__(self) -> StreamEvent:
        """Waits for the next event.

        Raises `QueryError`, `NoEventsError`, `TransportError`, `CancelledError`; then it is over.
        """
        return next(self._events)

    def close(self) -> None:
        """Closes the connection; there are no more events."""
        self._events.close()

    def __enter__(self) -> EventStream:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _listen(self) -> Generator[StreamEvent, None, None]:
        failures = 0
        while True:
            try:
                with closing(self._messages()) as messages:
                    for message in messages:
                        event = read_event(message)
                        if self._position.is_ready(event):
                            failures = 0
                        if self._position.take(event, message):
                            yield event
            except TransportError as error:
                if failures >= self._retries or not self._position.is_broken(error):
                    raise
            pause(self._position.delay(self._caller.retry_delay, failures), self._cancellation)
            failures += 1

    def _messages(self) -> Generator[Message, None, None]:
        """The messages of one connection; that it ends is an error."""
        with closing(self._connect()) as response:
            if response.status != 200:
                raise refusal(response.status, response.read_all(REFUSAL_MAX_BYTES))
            require_events(response.content_type)
            reader = MessageReader()
            while piece := response.read(self._idle_timeout):
                yield from reader.read(piece)
            raise TransportError("connection", "the node ended the stream")

    def _connect(self) -> Response:
        deadline = Deadline(self._caller.timeout)
        return self._caller.transport.stream(self._position.target(), deadline, self._cancellation)


class Position:
    """Where a stream is, and how it resumes."""

    def __init__(self, query: dict[str, str]) -> None:
        self._query = query
        self._was_ready = False
        self.cursor: Cursor | None = query.get("after")

    def target(self) -> str:
        """Return the path and query of the events after the last one."""
        query = self._query
        if self.cursor != query.get("after"):
            elsewhere = {name: value for name, value in query.items() if name != "fromHeight"}
            query = {**elsewhere, "after": self.cursor or ""}
        return f"{PATH}?{urlencode(query)}"

    def is_ready(self, event: StreamEvent) -> bool:
        """Whether the node has accepted the connection with this event."""
        return isinstance(event, ReadyEvent)

    def take(self, event: StreamEvent, message: Message) -> bool:
        """Move past an event; return whether it is for the caller, as the first `ready` is."""
        is_ready = self.is_ready(event)
        # A `ready` precedes `reverted`: until then, reconnect with the caller's cursor.
        # An event without an ID leaves the position.
        if message.id and (self.cursor is None or not is_ready):
            self.cursor = message.id
        is_new = not (is_ready and self._was_ready)
        self._was_ready = self._was_ready or is_ready
        return is_new

    def is_broken(self, error: TransportError) -> bool:
        """Whether a new connection may fare better."""
        return error.reason == "timeout" or is_passing(error)

    def delay(self, first: float, failures: int) -> float:
        """Return the seconds before the next connection."""
        # The power of many failures is too large for a float.
        doubled: float = first * 2 ** min(failures, 30)
        return min(doubled, _LONGEST_DELAY) * random.uniform(0.5, 1)


def require_events(content_type: str) -> None:
    """Raise an exception for a response of another type."""
    if not content_type.lower().startswith("text/event-stream"):
        said = content_type or "nothing"
        raise TransportError("response", f"the answer is {said} and no stream of events")


def read_event(message: Message) -> StreamEvent:
    """Read the event of a message."""
    try:
        value: Any = parse_text(message.data)
        if not isinstance(value["type"], str):
            raise TypeError("its type is not text")
        event: StreamEvent = reader("#StreamEvent")(value, "")
        return event
    except UNREADABLE as cause:
        raise unreadable(cause, "an event cannot be read", "an event") from cause


def refusal(status: int, body: bytes) -> Exception:
    """Return why the node rejected the request for events."""
    said = body.decode("utf-8", "replace").strip()[:200] or "no body"
    if status == 400:
        return QueryError(said)
    if status == 404:
        return NoEventsError(said)
    return TransportError("http", f"HTTP {status}: {said}", status)
