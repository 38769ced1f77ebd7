from __future__ import annotations

import time
import unittest

from raw_node import FLOOD_BYTES, RawNode, chunk

from couloir import Client, TransportError

START = b"HTTP/1.1 200 OK\r\n"
CHUNKED = START + b"Transfer-Encoding: chunked\r\n\r\n"
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
EVENTS = START + b"Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

SLOW = {
    "status line": (START[:-2], b"x"),
    "informational responses": (CONTINUE, CONTINUE),
    "header": (START + b"A: ", b"x"),
    "headers": (START, b"A: b\r\n"),
    "body with a length": (START + b"Content-Length: 60000\r\n\r\n", b" "),
    "body with a great length": (START + b"Content-Length: 600000\r\n\r\n", b" "),
    "body until the end": (START + b"\r\n", b" "),
    "chunks": (CHUNKED, chunk(b" ")),
    "size of a chunk": (CHUNKED, b"0"),
    "trailer": (CHUNKED + chunk(b"{}") + b"0\r\nA: ", b"x"),
    "trailers": (CHUNKED + chunk(b"{}") + b"0\r\n", b"A: b\r\n"),
}


class Calls(unittest.TestCase):
    def test_end_in_time_when_a_response_arrives_slowly(self) -> None:
        for name, (first, piece) in SLOW.items():
            with self.subTest(name), RawNode(first, piece, interval=0.02) as node:
                with Client(node.url, timeout=0.2, retries=0) as client:
                    start = time.monotonic()
                    with self.assertRaises(TransportError) as caught:
                        client.platform.get_height()
                    self.assertLess(time.monotonic() - start, 1)
                self.assertEqual(caught.exception.reason, "timeout")
                self.assertIn(": no answer within 0.2 s", str(caught.exception))

    def test_end_when_the_overhead_of_a_response_has_no_end(self) -> None:
        for first, piece in (
            (b"", CONTINUE * 2000),
            (CHUNKED + chunk(b"{}") + b"0\r\n", b"A: b\r\n" * 8000),
        ):
            with RawNode(first, piece) as node:
                with Client(node.url, timeout=None, retries=0) as client:
                    with self.assertRaises(TransportError) as caught:
                        client.platform.get_height()
                self.assertEqual(caught.exception.reason, "response")
                self.assertIn("longer than 262144 bytes", str(caught.exception))
                self.assertLess(node.sent, FLOOD_BYTES / 2)


class Events(unittest.TestCase):
    def test_end_in_time_when_the_response_arrives_slowly(self) -> None:
        for first, piece in (SLOW["headers"], SLOW["informational responses"]):
            with RawNode(first, piece, interval=0.02) as node:
                with Client(node.url, timeout=0.2) as client:
                    with self.assertRaises(TransportError) as caught:
                        next(client.events(retries=0))
                self.assertEqual(str(caught.exception), "no answer within 0.2 s")

    def test_end_in_time_when_only_trailers_arrive(self) -> None:
        with RawNode(EVENTS + b"0\r\n", b"A: b\r\n", interval=0.02) as node:
            with Client(node.url) as client, self.assertRaises(TransportError) as caught:
                next(client.events(idle_timeout=0.2, retries=0))
        self.assertEqual(str(caught.exception), "the node was silent for 0.2 s")

    def test_end_when_trailers_have_no_end(self) -> None:
        with RawNode(EVENTS + b"0\r\n", b"A: b\r\n" * 8000) as node:
            with Client(node.url) as client, self.assertRaises(TransportError) as caught:
                next(client.events(retries=0))
        self.assertEqual(caught.exception.reason, "response")
        self.assertIn("longer than 262144 bytes", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
