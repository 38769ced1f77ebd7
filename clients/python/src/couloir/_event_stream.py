"""The events of a node, one after the other."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Generator, Iterator
from contextlib import closing
from types import TracebackType
from typing import Any
from urllib.parse import urlencode

from ._caller import PASSING, Caller
from ._ending import Cancellation, Deadline
from ._errors import NoEventsError, QueryError, TransportError
from ._generated.events import PATH
from ._generated.types import (
    Cursor,
    ReadyEvent,
    StreamEvent,
    decode_stream_event,
)
from ._server_sent_events import Message, MessageReader
from ._streaming import Streaming

_LONGEST_DELAY = 10.0


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
        self._query = query
        self._retries = retries
        self._idle_timeout = idle_timeout
        self._cancellation = cancellation
        self._cursor = query.get("after")
        self._events = self._listen()

    @property
    def cursor(self) -> Cursor | None:
        """The position after the last returned event.

        Pass it as `after` to resume from there, even in another process. The cursor is None before the
        first event of a stream without `after`.
        """
        return self._cursor

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

    def __exit__(
        self,
        _error: type[BaseException] | None,
        _value: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _listen(self) -> Generator[StreamEvent, None, None]:
        failures = 0
        was_ready = False
        while True:
            try:
                with closing(self._messages()) as messages:
                    for message in messages:
                        event = _read(message)
                        is_ready = isinstance(event, ReadyEvent)
                        # A `ready` precedes `reverted`: until then, reconnect with the caller's
                        # cursor.
                        if self._cursor is None or not is_ready:
                            self._cursor = message.id
                        if is_ready:
                            failures = 0
                        if not (is_ready and was_ready):
                            was_ready = was_ready or is_ready
                            yield event
            except TransportError as error:
                broken = error.reason in ("connection", "timeout") or error.status in PASSING
                if failures >= self._retries or not broken:
                    raise
            self._pause(failures)
            failures += 1

    def _messages(self) -> Generator[Message, None, None]:
        """The messages of one connection; that it ends is an error."""
        with closing(self._connect()) as streaming:
            if streaming.status != 200:
                raise _refusal(streaming.status, streaming.read_all())
            if not streaming.content_type.startswith("text/event-stream"):
                said = streaming.content_type or "nothing"
                raise TransportError("response", f"the answer is {said} and no stream of events")
            reader = MessageReader()
            while piece := streaming.read(self._idle_timeout):
                yield from reader.read(piece)
            raise TransportError("connection", "the node ended the stream")

    def _connect(self) -> Streaming:
        query = self._query
        if self._cursor != query.get("after"):
            elsewhere = {name: value for name, value in query.items() if name != "fromHeight"}
            query = {**elsewhere, "after": self._cursor or ""}
        deadline = Deadline(self._caller.timeout)
        target = f"{PATH}?{urlencode(query)}"
        return self._caller.transport.stream(target, deadline, self._cancellation)

    def _pause(self, failures: int) -> None:
        # An exponent of many failures is no float.
        delay = min(self._caller.retry_delay * 2 ** min(failures, 30), _LONGEST_DELAY)
        wait = delay * random.uniform(0.5, 1)
        if self._cancellation is None:
            time.sleep(wait)
        else:
            self._cancellation.wait(wait)
            self._cancellation.check()


def _read(message: Message) -> StreamEvent:
    try:
        value: Any = json.loads(message.data)
        if not isinstance(value["type"], str):
            raise TypeError("its type is no text")
        return decode_stream_event(value)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as cause:
        raise TransportError("response", f"an event cannot be read: {cause!r}") from cause


def _refusal(status: int, body: bytes) -> Exception:
    said = body.decode("utf-8", "replace").strip()[:200] or "no body"
    if status == 400:
        return QueryError(said)
    if status == 404:
        return NoEventsError(said)
    return TransportError("http", f"HTTP {status}: {said}", status)
