from __future__ import annotations

import time
import unittest
import unittest.mock

from couloir import TransportError
from couloir._server_sent_events import Message, MessageReader

TEXT = (
    "\ufeffretry: 1000\n\n: alive\n\n"
    'id: 1.0.a\nevent: block\ndata: {"a":1}\n\n'
    "id:2.0.b\r\ndata: two\r\ndata:  lines\r\n\r\n"
    "data\rid: 3.0.c\rdata\r\r"
    "id: 4.0.d\n\nunknown: field\ndata: the ID stays, \u00e9\U0001f600\n\n"
    "id: 5.0.e\0\ndata: an ID with a null is none\n\n"
    "id: 5.0.e\ndata: has no end\n"
)

MESSAGES = [
    Message("1.0.a", '{"a":1}'),
    Message("2.0.b", "two\n lines"),
    Message("3.0.c", "\n"),
    Message("4.0.d", "the ID stays, \u00e9\U0001f600"),
    Message("4.0.d", "an ID with a null is none"),
]


class Messages(unittest.TestCase):
    def test_are_taken_out_of_whatever_pieces_they_come_in(self) -> None:
        stream = TEXT.encode()
        for size in range(1, len(stream) + 1):
            reader = MessageReader()
            pieces = [stream[at : at + size] for at in range(0, len(stream), size)]
            found = [each for piece in pieces for each in reader.read(piece)]
            self.assertEqual(found, MESSAGES, f"pieces of {size}")

    def test_without_end_are_an_error(self) -> None:
        for piece in (b"x" * 100, b"data: x\n" * 10, b"data\n" * 10, b"data:\r" * 10):
            with unittest.mock.patch("couloir._server_sent_events._MESSAGE_LENGTH_MAX", 1000):
                reader = MessageReader()
                with self.assertRaises(TransportError) as caught:
                    for _ in range(1000):
                        list(reader.read(piece))
            self.assertEqual(caught.exception.reason, "response")
            self.assertIn("longer than 1000 characters", str(caught.exception))

    def test_with_many_lines_are_read_in_linear_time(self) -> None:
        def seconds(pieces: int) -> float:
            reader = MessageReader()
            start = time.process_time()
            for _ in range(pieces):
                list(reader.read(b"data: x\n" * 100))
            return time.process_time() - start

        few = min(seconds(200) for _ in range(3))
        self.assertLess(seconds(4000), 100 * few)
