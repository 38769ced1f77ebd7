"""HTTP by the standard library, with kept connections."""

from __future__ import annotations

import contextlib
import http.client
import select
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from ._errors import CancelledError, TransportError

_ONE_READ = 65536
"""Bytes of an answer that are read without looking at the clock between."""


class Cancellation:
    """Ends calls that were given it, from another thread."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._sockets: set[socket.socket] = set()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._event.is_set()

    def cancel(self) -> None:
        """Ends the calls with `CancelledError`; later ones end before they begin."""
        with self._lock:
            self._event.set()
            for each in self._sockets:
                # It may have ended by itself.
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def wait(self, seconds: float) -> None:
        """Waits so long, or until it is cancelled."""
        self._event.wait(seconds)

    def check(self) -> None:
        """Raises `CancelledError` if it is cancelled."""
        if self._event.is_set():
            raise CancelledError("the call was cancelled")

    def watch(self, own: socket.socket) -> None:
        """Shuts the socket down when it is cancelled."""
        with self._lock:
            self.check()
            self._sockets.add(own)

    def forget(self, own: socket.socket) -> None:
        """The socket is no longer in a call."""
        with self._lock:
            self._sockets.discard(own)


class Deadline:
    """When a call gives up."""

    __slots__ = ("_end", "timeout")

    def __init__(self, timeout: float | None) -> None:
        self.timeout = timeout
        self._end = None if timeout is None else time.monotonic() + timeout

    def remaining(self) -> float | None:
        """Seconds until then; raises when it is over."""
        if self._end is None:
            return None
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.error()
        return left

    def error(self) -> TransportError:
        """What a call that has taken too long fails with."""
        return TransportError("timeout", f"no answer within {self.timeout} s")


class Transport:
    """Posts to one node; threads may share it.

    It writes requests itself, in one piece, and leaves answers to http.client.
    """

    def __init__(self, url: str, headers: Mapping[str, str]) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(f"{url!r} is no URL of a node")
        self._tls = ssl.create_default_context() if parts.scheme == "https" else None
        self._host = parts.hostname
        self._port = parts.port or (80 if self._tls is None else 443)
        self._prefix = parts.path.rstrip("/")
        sent = {
            "Host": parts.netloc.rpartition("@")[2],
            "Content-Type": "application/json",
            "Accept-Encoding": "identity",
            **headers,
        }
        self._headers = "".join(map(_header_line, sent.items()))
        self._idle: list[socket.socket] = []

    def post(
        self, path: str, body: bytes, deadline: Deadline, cancellation: Cancellation | None
    ) -> bytes:
        """Sends a body and answers the one that comes back."""
        try:
            own = self._connection(deadline)
        except TimeoutError:
            raise deadline.error() from None
        except OSError as error:
            raise _connection_error(error) from error
        keep = False
        try:
            if cancellation is not None:
                cancellation.watch(own)
            own.settimeout(deadline.remaining())
            start = f"POST {self._prefix}{path} HTTP/1.1\r\n{self._headers}"
            own.sendall(f"{start}Content-Length: {len(body)}\r\n\r\n".encode("latin-1") + body)
            with http.client.HTTPResponse(own, method="POST") as response:
                response.begin()
                text = self._read(response, own, deadline)
                keep = not response.will_close
        except TimeoutError:
            raise deadline.error() from None
        except (OSError, http.client.HTTPException) as error:
            if cancellation is not None:
                cancellation.check()
            raise _connection_error(error) from error
        finally:
            if cancellation is not None:
                cancellation.forget(own)
            if keep:
                self._idle.append(own)
            else:
                own.close()
        if not 200 <= response.status < 300:
            said = text.decode("utf-8", "replace").strip()[:200] or "no body"
            raise TransportError("http", f"HTTP {response.status}: {said}", response.status)
        return text

    def close(self) -> None:
        """Closes the connections that no call uses."""
        while self._idle:
            self._idle.pop().close()

    def _read(
        self, response: http.client.HTTPResponse, own: socket.socket, deadline: Deadline
    ) -> bytes:
        if response.length is not None and response.length <= _ONE_READ:
            return response.read()
        chunks: list[bytes] = []
        while chunk := response.read1(_ONE_READ):
            own.settimeout(deadline.remaining())
            chunks.append(chunk)
        # Only a read to the end leaves the connection ready for another request.
        chunks.append(response.read())
        return b"".join(chunks)

    def _connection(self, deadline: Deadline) -> socket.socket:
        while True:
            # Another thread may take the last one between two looks.
            try:
                idle = self._idle.pop()
            except IndexError:
                break
            if not _is_ended(idle):
                return idle
            idle.close()
        made = socket.create_connection((self._host, self._port), deadline.remaining())
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if self._tls is None:
            return made
        return self._tls.wrap_socket(made, server_hostname=self._host)


def _header_line(header: tuple[str, str]) -> str:
    line = ": ".join(header)
    if "\r" in line or "\n" in line:
        raise ValueError(f"{header[0]!r} is no header: it has a line break")
    return f"{line}\r\n"


def _connection_error(error: Exception) -> TransportError:
    return TransportError("connection", f"the node could not be reached: {error}")


def _is_ended(own: socket.socket) -> bool:
    """Whether the node has closed an idle connection: then there is an end to read."""
    if not hasattr(select, "poll"):
        readable, _, _ = select.select((own,), (), (), 0)
        return bool(readable)
    # Unlike select, it takes descriptors beyond 1023.
    poll = select.poll()
    poll.register(own, select.POLLIN)
    return bool(poll.poll(0))
