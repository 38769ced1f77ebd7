"""A node that sends any bytes, also without an end."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

FLOOD_BYTES = 64 * 1024 * 1024
"""The size of a flood: without a limit in the client it ends, and the test fails."""


class RawNode:
    """Responds to each request with some bytes, and then with one piece many times.

    Without an interval it sends a flood. With one it sends for two seconds. Then it disconnects.
    """

    def __init__(self, first: bytes, piece: bytes, interval: float = 0.0) -> None:
        self._first = first
        self._piece = piece
        self._interval = interval
        # Bytes of all responses that the kernel has accepted.
        self.sent = 0
        self._over = threading.Event()
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(0.05)
        self.url = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def __enter__(self) -> RawNode:
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._thread.join()
        self._server.close()

    def _serve(self) -> None:
        while not self._over.is_set():
            # Neither a wait for a client nor for its reads may outlast the test.
            with contextlib.suppress(TimeoutError):
                connection, _ = self._server.accept()
                self._respond(connection)

    def _respond(self, connection: socket.socket) -> None:
        connection.settimeout(1)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # The client can be gone, which most tests intend.
        with connection, contextlib.suppress(OSError):
            connection.recv(65536)
            for piece in self._pieces():
                connection.sendall(piece)
                self.sent += len(piece)

    def _pieces(self) -> Iterator[bytes]:
        yield self._first
        end = time.monotonic() + 2
        while not self._over.is_set():
            if self._interval > 0:
                time.sleep(self._interval)
                if time.monotonic() > end:
                    return
            elif self.sent > FLOOD_BYTES:
                return
            yield self._piece


def chunk(data: bytes) -> bytes:
    """A chunk of a body."""
    return b"%x\r\n%b\r\n" % (len(data), data)
