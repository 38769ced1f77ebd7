"""A node that streams."""

from __future__ import annotations

import contextlib
import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Stream:
    """The response to a connection, and whether the node then closes it."""

    text: str
    ends: bool = False
    chunked: bool = False
    content_type: str = "text/event-stream; charset=utf-8"


@dataclass(frozen=True)
class Refusal:
    """Return a response with one line."""

    status: int
    line: str


class Silence:
    """Return no response at all."""


class Break:
    """Close the connection before a response."""


@dataclass(frozen=True)
class Raw:
    """Send some bytes, and close the connection."""

    data: bytes


Connection = Stream | Refusal | Silence | Break | Raw


class EventNode:
    """Responds to each connection with one script; the last one serves all later connections."""

    def __init__(self, *connections: Connection) -> None:
        self.connections = connections
        self.queries: list[dict[str, str]] = []
        self.headers: list[dict[str, str]] = []
        # Set when a client has closed a connection that the node left open.
        self.left = threading.Event()
        self.arrived = threading.Event()
        self._over = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def __enter__(self) -> EventNode:
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        node = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                own = node.connections[min(len(node.queries), len(node.connections) - 1)]
                node.headers.append(dict(self.headers))
                node.queries.append(dict(parse_qsl(urlsplit(self.path).query)))
                node.arrived.set()
                self.close_connection = True
                # The client can be gone, which some tests intend.
                with contextlib.suppress(OSError):
                    self._answer(own)

            def _answer(self, own: Connection) -> None:
                match own:
                    case Stream():
                        self._stream(own)
                    case Raw(data=data):
                        self.wfile.write(data)
                    case Refusal(status=status, line=line):
                        self.send_response(status)
                        self.send_header("Content-Length", str(len(line)))
                        self.end_headers()
                        self.wfile.write(line.encode())
                    case Silence():
                        self._wait()
                    case Break():
                        pass

            def _stream(self, stream: Stream) -> None:
                self.send_response(200)
                self.send_header("Content-Type", stream.content_type)
                text = stream.text.encode()
                if stream.chunked:
                    self.send_header("Transfer-Encoding", "chunked")
                    text = b"".join(b"1\r\n%c\r\n" % byte for byte in text)
                self.end_headers()
                self.wfile.write(text)
                if stream.ends and stream.chunked:
                    self.wfile.write(b"0\r\n\r\n")
                if not stream.ends:
                    self._wait()

            def _wait(self) -> None:
                """Wait until the client disconnects or the test ends."""
                self.connection.settimeout(0.01)
                while not node._over.is_set():
                    try:
                        if self.connection.recv(1) == b"":
                            break
                    except TimeoutError:
                        continue
                    except OSError:
                        break
                node.left.set()

            def log_message(self, *_args: object) -> None:
                """Print nothing."""

        return Handler


def message(cursor: str, event: dict[str, Any]) -> str:
    """The text of an event."""
    return f"id: {cursor}\nevent: {event['type']}\ndata: {json.dumps(event)}\n\n"


def ready(cursor: str) -> str:
    """The first event of a connection."""
    return message(cursor, {"type": "ready", "cursor": cursor, "height": "5", "blockID": "id"})


def block(height: int) -> str:
    """An accepted block."""
    cursor = f"{height}.1.00000000"
    members = {"cursor": cursor, "height": str(height), "blockID": "id", "parentID": "id"}
    return message(cursor, {"type": "block", **members, "kind": "BanffStandardBlock", "txIDs": []})
