"""Responses with a deadline and limits, read with the standard library."""

from __future__ import annotations

import contextlib
import http.client
import socket
from collections.abc import Iterator

from ._ending import Cancellation, Deadline
from ._errors import connection_error, too_long
from ._incoming import Incoming

_ONE_READ = 65536


class Response:
    """A response that is read as it arrives, and its connection."""

    def __init__(
        self, own: socket.socket, method: str, deadline: Deadline, cancellation: Cancellation | None
    ) -> None:
        self._own = own
        self._deadline = deadline
        self._cancellation = cancellation
        self._incoming = Incoming(own, deadline)
        # A socket's own file has a timeout for each read, and a read can be a single byte.
        self._parsed = http.client.HTTPResponse(self._incoming, method=method)  # type: ignore[arg-type]

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self._parsed.status

    @property
    def content_type(self) -> str:
        """The type of the body, empty without one."""
        return self._parsed.getheader("Content-Type") or ""

    @property
    def will_close(self) -> bool:
        """Whether the connection ends with this response."""
        return bool(self._parsed.will_close)

    def begin(self, request: bytes) -> None:
        """Send the request and read the head of the response."""
        if self._cancellation is not None:
            self._cancellation.watch(self._own)
        with self._failures():
            self._own.settimeout(self._deadline.remaining())
            self._own.sendall(request)
            self._parsed.begin()
            # http.client skips only heads with status 100.
            while 102 <= self.status < 200:
                self._parsed.headers = None  # type: ignore[assignment]
                self._parsed.begin()
            if self._incoming.is_ended:
                # http.client reads a head that is cut off as one with fewer headers.
                raise ConnectionError("the response ended in its head")

    def read(self, timeout: float | None) -> bytes:
        """Return the data that arrived within the given seconds; nothing at the end."""
        with self._failures():
            return self._read(Deadline(timeout, "the node was silent for"))

    def read_all(self, max_bytes: int) -> bytes:
        """Return the body; raise an exception if it is longer."""
        length = self._parsed.length
        with self._failures():
            if length is not None and length <= min(_ONE_READ, max_bytes):
                self._incoming.begin_step(self._deadline)
                return self._parsed.read()
            body = bytearray()
            while piece := self._read(self._deadline):
                body += piece
                if len(body) > max_bytes:
                    raise too_long(max_bytes)
            return bytes(body)

    def release(self) -> socket.socket:
        """End the reading; return the connection, which stays open."""
        if self._cancellation is not None:
            self._cancellation.forget(self._own)
        self._parsed.close()
        return self._own

    def close(self) -> None:
        """Closes the connection."""
        self.release().close()

    def _read(self, deadline: Deadline) -> bytes:
        self._incoming.begin_step(deadline)
        return self._parsed.read1(_ONE_READ)

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
