"""Timeouts and cancellation of calls."""

from __future__ import annotations

import contextlib
import socket
import threading
import time

from ._errors import CancelledError, TransportError


class Cancellation:
    """Cancels calls from another thread."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._sockets: set[socket.socket] = set()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._event.is_set()

    def cancel(self) -> None:
        """Cancel the calls with `CancelledError`; later calls fail immediately."""
        with self._lock:
            self._event.set()
            for each in self._sockets:
                # It may have ended by itself.
                with contextlib.suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def wait(self, seconds: float) -> None:
        """Waits for this time, or until it is cancelled."""
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


def pause(seconds: float, cancellation: Cancellation | None) -> None:
    """Waits for this time; raises `CancelledError` when it is cancelled."""
    if cancellation is None:
        time.sleep(seconds)
    else:
        cancellation.wait(seconds)
        cancellation.check()


class Deadline:
    """The deadline of a call, or of another wait for the node."""

    __slots__ = ("_end", "_missed", "timeout")

    def __init__(self, timeout: float | None, missed: str = "no answer within") -> None:
        self.timeout = timeout
        self._missed = missed
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
        """Return the exception for a wait that took too long."""
        return TransportError("timeout", f"{self._missed} {self.timeout} s")
