"""Responses with a deadline and limits, read with the standard library."""

from __future__ import annotations

import http.client
import socket

from ._ending import Deadline
from ._errors import too_long
from ._incoming import Incoming

_ONE_READ = 65536


class Response:
    """A response of a connection, which stays open."""

    def __init__(self, own: socket.socket, method: str, deadline: Deadline) -> None:
        self._deadline = deadline
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

    def begin(self) -> None:
        """Read the head."""
        self._parsed.begin()

    def read(self, deadline: Deadline) -> bytes:
        """Return the next piece of the body; nothing at the end."""
        self._incoming.begin_step(deadline)
        return self._parsed.read1(_ONE_READ)

    def read_all(self, max_bytes: int) -> bytes:
        """Return the body; raise an exception if it is longer."""
        length = self._parsed.length
        if length is not None and length <= min(_ONE_READ, max_bytes):
            self._incoming.begin_step(self._deadline)
            return self._parsed.read()
        body = bytearray()
        while piece := self.read(self._deadline):
            body += piece
            if len(body) > max_bytes:
                raise too_long(max_bytes)
        return bytes(body)

    def close(self) -> None:
        """Ends the reading; the socket stays open."""
        self._parsed.close()
