"""HTTP with the standard library and persistent connections."""

from __future__ import annotations

import base64
import re
import select
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import quote, unquote, urlsplit

from ._ending import Cancellation, Deadline
from ._errors import TransportError, connection_error
from ._response import Response

MAX_RESPONSE_BYTES = 128 * 1024 * 1024
"""The default of the maximum size of a response."""


class Origin:
    """Where a node is, and the heads of requests to it."""

    def __init__(self, url: str, headers: Mapping[str, str]) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or parts.hostname is None:
            raise ValueError(
                f"expected the base URL of a node, such as http://127.0.0.1:9650, got {url!r}"
            )
        self.tls = ssl.create_default_context() if parts.scheme == "https" else None
        # A name with other letters than those of ASCII is sent in its form for DNS.
        self.host = parts.hostname.encode("idna").decode()
        self.port = parts.port or (80 if self.tls is None else 443)
        self._prefix = quote(parts.path.rstrip("/"), safe=_NOT_QUOTED)
        self._query = quote(parts.query, safe=f"{_NOT_QUOTED}?")
        own_port = "" if parts.port is None else f":{parts.port}"
        own_host = f"[{self.host}]" if ":" in self.host else self.host
        shared = {"Host": own_host + own_port, "Accept-Encoding": "identity"}
        if parts.username is not None and "authorization" not in map(str.lower, headers):
            shared["Authorization"] = _basic(parts.username, parts.password or "")
        self._headers = _header_lines({**shared, "Content-Type": "application/json", **headers})
        self._stream_headers = _header_lines({**shared, "Accept": "text/event-stream", **headers})

    def post(self, path: str, body: bytes) -> bytes:
        """Return a request with a body."""
        start = f"POST {self._target(path)} HTTP/1.1\r\n{self._headers}"
        return f"{start}Content-Length: {len(body)}\r\n\r\n".encode("latin-1") + body

    def stream(self, target: str) -> bytes:
        """Return a request for a stream of events."""
        start = f"GET {self._target(target)} HTTP/1.1\r\n{self._stream_headers}\r\n"
        return start.encode("latin-1")

    def _target(self, target: str) -> str:
        path, _, query = target.partition("?")
        queries = "&".join(filter(None, (self._query, query)))
        return (self._prefix + path or "/") + (queries and f"?{queries}")


_NOT_QUOTED = "/%:@!$&'()*+,;=~"
"""What a path can have besides letters, digits and `-._`."""


def _basic(name: str, password: str) -> str:
    text = f"{unquote(name)}:{unquote(password)}"
    return f"Basic {base64.b64encode(text.encode()).decode()}"


def without_credentials(url: str) -> str:
    """Return a URL as errors show it."""
    return re.sub(r"//[^/?#]*@", "//", url, count=1)


class Transport:
    """Sends requests to one node; safe for use by several threads.

    It writes requests itself, in one piece, and reads responses with http.client.
    """

    def __init__(
        self, url: str, headers: Mapping[str, str], max_response_bytes: int = MAX_RESPONSE_BYTES
    ) -> None:
        self._max_bytes = max_response_bytes
        self._origin = Origin(url, headers)
        self._idle: list[socket.socket] = []

    def post(
        self, path: str, body: bytes, deadline: Deadline, cancellation: Cancellation | None
    ) -> bytes:
        """Send a body and return the body of the response."""
        response = self._send("POST", self._origin.post(path, body), deadline, cancellation)
        try:
            text = response.read_all(self._max_bytes)
        except BaseException:
            response.close()
            raise
        if response.will_close:
            response.close()
        else:
            self._idle.append(response.release())
        return successful(response.status, text)

    def stream(
        self, target: str, deadline: Deadline, cancellation: Cancellation | None
    ) -> Response:
        """Request a path with its query, and return once the head of the response has arrived."""
        return self._send("GET", self._origin.stream(target), deadline, cancellation)

    def close(self) -> None:
        """Closes the connections that no call uses."""
        while self._idle:
            self._idle.pop().close()

    def _send(
        self, method: str, request: bytes, deadline: Deadline, cancellation: Cancellation | None
    ) -> Response:
        if cancellation is not None:
            cancellation.check()
        response = Response(self._connect(deadline), method, deadline, cancellation)
        try:
            response.begin(request)
        except BaseException:
            response.close()
            raise
        return response

    def _connect(self, deadline: Deadline) -> socket.socket:
        try:
            return self._connection(deadline)
        except TimeoutError:
            raise deadline.error() from None
        except OSError as error:
            raise connection_error(error) from error

    def _connection(self, deadline: Deadline) -> socket.socket:
        while True:
            # Another thread can take the last connection between the two checks.
            try:
                idle = self._idle.pop()
            except IndexError:
                break
            if not _is_ended(idle):
                return idle
            idle.close()
        origin = self._origin
        made = socket.create_connection((origin.host, origin.port), deadline.remaining())
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if origin.tls is None:
            return made
        made.settimeout(deadline.remaining())
        return origin.tls.wrap_socket(made, server_hostname=origin.host)


def successful(status: int, body: bytes) -> bytes:
    """Return the body of a response; raise an exception for a status other than 2xx.

    A redirect is such a status: another server must not receive the body and the headers.
    """
    if 200 <= status < 300:
        return body
    said = body.decode("utf-8", "replace").strip()[:200] or "no body"
    raise TransportError("http", f"HTTP {status}: {said}", status)


def _header_lines(headers: Mapping[str, str]) -> str:
    return "".join(map(_header_line, headers.items()))


def _header_line(header: tuple[str, str]) -> str:
    line = ": ".join(header)
    if "\r" in line or "\n" in line:
        raise ValueError(f"{header[0]!r} is not a valid header: it has a line break")
    return f"{line}\r\n"


def _is_ended(own: socket.socket) -> bool:
    """Whether the node has closed an idle connection: then there is an end to read."""
    if not hasattr(select, "poll"):
        readable, _, _ = select.select((own,), (), (), 0)
        return bool(readable)
    # Unlike select, poll accepts descriptors above 1023.
    poll = select.poll()
    poll.register(own, select.POLLIN)
    return bool(poll.poll(0))
