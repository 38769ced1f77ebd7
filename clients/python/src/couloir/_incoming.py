"""The bytes of a response, as they arrive."""

from __future__ import annotations

import io
import socket
from typing import TYPE_CHECKING

from ._ending import Deadline
from ._errors import TransportError

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_STEP_MAX_BYTES = 256 * 1024
"""Bytes of all heads of a response, or from one piece of its body to the end of the next one."""


class Incoming(io.RawIOBase):
    """What http.client reads from: a socket whose every read ends at the deadline.

    http.client reads any number of heads with status 100 and of trailers, so they have a limit.
    """

    def __init__(self, own: socket.socket, deadline: Deadline) -> None:
        self._own = own
        self._deadline = deadline
        self._left = _STEP_MAX_BYTES
        self.is_ended = False
        """Whether the node has ended the connection, as far as it was read."""

    def begin_step(self, deadline: Deadline) -> None:
        """Begin to read the next piece of the response."""
        self._deadline = deadline
        self._left = _STEP_MAX_BYTES

    def makefile(self, _mode: str) -> io.BufferedReader:
        """Return the file of a response, as a socket does."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        """Whether it can be read."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Wait for bytes; return their number, 0 at the end."""
        self._own.settimeout(self._deadline.remaining())
        try:
            count = self._own.recv_into(buffer)
        except TimeoutError:
            raise self._deadline.error() from None
        self.is_ended = count == 0
        self._left -= count
        if self._left < 0:
            longest = f"the head or the trailers are longer than {_STEP_MAX_BYTES} bytes"
            raise TransportError("response", longest)
        return count
