"""Streaming responses with the standard library."""

from __future__ import annotations

import contextlib
import http.client
import socket
from collections.abc import Iterator

from ._ending import Cancellation, Deadline
from ._errors import connection_error
from ._response import Response


class Streaming:
    """A response that is read as it arrives, on its own connection."""

    def __init__(
        self, own: socket.socket, deadline: Deadline, cancellation: Cancellation | None
    ) -> None:
        self._own = own
        self._deadline = deadline
        self._cancellation = cancellation
        self._response = Response(own, "GET", deadline)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self._response.status

    @property
    def content_type(self) -> str:
        """The type of the body, empty without one."""
        return self._response.content_type

    def begin(self, request: bytes) -> None:
        """Send the request and read the head of the response."""
        if self._cancellation is not None:
            self._cancellation.watch(self._own)
        with self._failures():
            self._own.settimeout(self._deadline.remaining())
            self._own.sendall(request)
            self._response.begin()

    def read(self, timeout: float | None) -> bytes:
        """Return the data that arrived within the given seconds; nothing at the end."""
        with self._failures():
            return self._response.read(Deadline(timeout, "the node was silent for"))

    def read_all(self, max_bytes: int) -> bytes:
        """Return the body of a response that has an end; raise an exception if it is longer."""
        with self._failures():
            return self._response.read_all(max_bytes)

    def close(self) -> None:
        """Closes the connection."""
        if self._cancellation is not None:
            self._cancellation.forget(self._own)
        self._response.close()
        self._own.close()

    @contextlib.contextmanager
    def _failures(self) -> Iterator[None]:
        """Raise failures as exceptions of this client."""
        try:
            yield
        except TimeoutError:
            raise self._deadline.error() from None
        except (OSError, http.client.HTTPException) as error:
            self._check()
            raise connection_error(error) from error
        self._check()

    def _check(self) -> None:
        if self._cancellation is not None:
            self._cancellation.check()
