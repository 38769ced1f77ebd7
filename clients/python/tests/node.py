"""A fake node."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class FakeNode:
    """Responds to calls by method, and records them.

    A response is given as text, so that a test controls every digit.
    """

    def __init__(self, answers: Mapping[str, str], statuses: Iterable[int] = ()) -> None:
        self.answers = answers
        self.statuses = list(statuses)
        self.calls: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.headers: Mapping[str, str] = {}
        self.connections = 0
        # Sent with each status other than 200.
        self.location: str | None = None
        # Send this text instead of a response.
        self.raw: bytes | None = None
        # Whether responses are chunked, without a length.
        self.chunked = False
        # While it is clear, a request waits.
        self.go = threading.Event()
        self.go.set()
        self.arrived = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        """Ends the node."""
        self.go.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def __enter__(self) -> FakeNode:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _answer(self, call: dict[str, Any]) -> str:
        self.calls.append(call)
        unknown = '"error":{"code":-32601,"message":"Method not found"}'
        members = self.answers.get(call["method"], unknown)
        return f'{{"jsonrpc":"2.0",{members},"id":{call["id"]}}}'

    def _respond(self, body: bytes) -> bytes:
        if self.raw is not None:
            return self.raw
        parsed = json.loads(body)
        if isinstance(parsed, list):
            return f"[{','.join(map(self._answer, reversed(parsed)))}]".encode()
        return self._answer(parsed).encode()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        node = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Do not delay small packets.
            disable_nagle_algorithm = True

            def setup(self) -> None:
                node.connections += 1
                super().setup()

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                node.paths.append(self.path)
                node.headers = dict(self.headers)
                node.arrived.set()
                node.go.wait()
                status = node.statuses.pop(0) if node.statuses else 200
                text = node._respond(body) if status == 200 else b"not now\n"
                try:
                    self.send_response(status)
                    if node.location is not None and status != 200:
                        self.send_header("Location", node.location)
                    if node.chunked:
                        self.send_header("Transfer-Encoding", "chunked")
                        text = b"%x\r\n%s\r\n0\r\n\r\n" % (len(text), text)
                    else:
                        self.send_header("Content-Length", str(len(text)))
                    self.end_headers()
                    self.wfile.write(text)
                except OSError:
                    # The client has disconnected, which some tests intend.
                    self.close_connection = True

            def log_message(self, *_args: object) -> None:
                """Print nothing."""

        return Handler
