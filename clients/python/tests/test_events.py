from __future__ import annotations

import threading
import unittest
import unittest.mock
from collections.abc import Iterable
from itertools import islice

from event_node import Break, EventNode, Raw, Refusal, Silence, Stream, block, message, ready
from raw_node import FLOOD_BYTES, RawNode, chunk

from couloir import (
    AvalanchegoClient,
    Cancellation,
    CancelledError,
    Client,
    EventStream,
    NoEventsError,
    QueryError,
    TransportError,
    Unknown,
    types,
)

REVERTED = {"type": "reverted", "cursor": "2.0.1", "height": "2", "blockID": "id"}


def client_of(node: EventNode) -> Client:
    return Client(node.url, retry_delay=0.001)


def heights(events: Iterable[types.StreamEvent], count: int) -> list[tuple[str, int]]:
    return [(event.type, event.height) for event in islice(events, count)]  # type: ignore[union-attr]


class Events(unittest.TestCase):
    def test_without_end_are_an_error(self) -> None:
        with unittest.mock.patch("couloir._server_sent_events._MESSAGE_LENGTH_MAX", 10_000):
            with EventNode(Stream(ready("5.1.0") + "data: " + "x" * 20_000)) as node:
                with client_of(node) as client, client.events() as events:
                    with self.assertRaises(TransportError) as caught:
                        for _ in events:
                            pass
        self.assertEqual(caught.exception.reason, "response")

    def test_are_typed_and_asked_for_as_the_query_says(self) -> None:
        members = {"height": "5", "subnetID": "s", "nodeID": "n", "previousWeight": "0"}
        event = {"type": "validator", "cursor": "5.2.0", "weight": str(2**64 - 1), **members}
        stream = Stream(f"{ready('5.1.0')}: alive\n\n{message('5.2.0', event)}", chunked=True)
        with (
            EventNode(stream) as node,
            AvalanchegoClient(f"{node.url}/", headers={"X": "y"}) as own,
        ):
            with own.events(
                topics=["block", "validator"], from_height=5, subnet_id="s", watch_id="w"
            ) as events:
                self.assertIsNone(events.cursor)
                self.assertEqual(next(events), types.ReadyEvent("ready", "5.1.0", 5, "id"))
                found = next(events)
                self.assertEqual(events.cursor, "5.2.0")
        self.assertIsInstance(found, types.ValidatorEvent)
        self.assertEqual(found.weight, 2**64 - 1)  # type: ignore[union-attr]
        self.assertEqual(found.to_json(), event)
        query = {
            "topics": "block,validator",
            "fromHeight": "5",
            "subnetID": "s",
            "watchID": "w",
        }
        self.assertEqual(node.queries, [query])
        self.assertEqual(node.headers[0]["Accept"], "text/event-stream")
        self.assertEqual(node.headers[0]["X"], "y")
        self.assertNotIn("Content-Type", node.headers[0])

    def test_go_on_behind_the_last_one_when_a_connection_breaks(self) -> None:
        half = block(7)[:-1]
        for chunked in (False, True):
            connections = (
                Stream(ready("5.0.0") + block(5) + block(6) + half, ends=True, chunked=chunked),
                Break(),
                Refusal(503, "not yet\n"),
                Stream(ready("6.1.00000000") + block(7)),
            )
            with EventNode(*connections) as node, client_of(node) as client:
                with client.events(topics=["block"], from_height=5) as events:
                    found = heights(events, 4)
            self.assertEqual(found, [("ready", 5), ("block", 5), ("block", 6), ("block", 7)])
            again = {"topics": "block", "after": "6.1.00000000"}
            first = {"topics": "block", "fromHeight": "5"}
            self.assertEqual(node.queries, [first, again, again, again])

    def test_without_an_id_do_not_move_the_cursor(self) -> None:
        plain = Stream('data: {"type":"uptime"}\n\n', ends=True)
        connections = (Stream(block(6), ends=True), plain, Stream(block(7)))
        with EventNode(*connections) as node, client_of(node) as client:
            with client.events() as events:
                list(islice(events, 3))
        self.assertEqual(node.queries[1:], [{"after": "6.1.00000000"}] * 2)

    def test_come_after_any_informational_response_and_type_in_any_case(self) -> None:
        early = b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
        head = b"HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream\r\n\r\n"
        with EventNode(Raw(early + early + head + block(5).encode())) as node:
            with client_of(node) as client, client.events() as events:
                self.assertEqual(heights(events, 1), [("block", 5)])

    def test_keep_the_cursor_that_was_given_until_reverted(self) -> None:
        connections = (
            Stream(ready("2.0.1"), ends=True),
            Stream(ready("2.0.1") + message("2.0.1", REVERTED)),
        )
        with EventNode(*connections) as node, client_of(node) as client:
            with client.events(after="9.0.0") as events:
                self.assertEqual(heights(events, 2), [("ready", 5), ("reverted", 2)])
                self.assertEqual(events.cursor, "2.0.1")
        self.assertEqual(node.queries, [{"after": "9.0.0"}, {"after": "9.0.0"}])

    def test_count_once_they_are_handed_out(self) -> None:
        with EventNode(Stream(ready("5.0.0") + block(5) + block(6))) as node:
            with client_of(node) as client, client.events() as events:
                next(events)
                next(events)
                self.assertEqual(events.cursor, "5.1.00000000")

    def test_of_a_newer_node_come_as_they_are(self) -> None:
        with EventNode(Stream(message("1.0.0", {"type": "uptime"}))) as node:
            with client_of(node) as client, client.events() as events:
                self.assertEqual(next(events), Unknown({"type": "uptime"}))
                self.assertEqual(events.cursor, "1.0.0")


class Ending(unittest.TestCase):
    def test_closing_leaves_the_node_and_ends_the_events(self) -> None:
        with EventNode(Stream(ready("5.0.0"))) as node, client_of(node) as client:
            events = client.events()
            next(events)
            events.close()
            self.assertTrue(node.left.wait(10))
            self.assertEqual(list(events), [])

    def test_another_thread_ends_one_that_waits(self) -> None:
        cancellation = Cancellation()
        with EventNode(Stream(ready("5.0.0"))) as node, client_of(node) as client:
            events = client.events(cancellation=cancellation)
            next(events)
            threading.Timer(0.01, cancellation.cancel).start()
            with self.assertRaises(CancelledError):
                next(events)
            self.assertTrue(node.left.wait(10))

    def test_another_thread_ends_one_that_waits_for_the_answer(self) -> None:
        cancellation = Cancellation()
        with EventNode(Silence()) as node, client_of(node) as client:

            def cancel() -> None:
                node.arrived.wait(10)
                cancellation.cancel()

            threading.Thread(target=cancel).start()
            with self.assertRaises(CancelledError):
                next(client.events(cancellation=cancellation))

    def test_another_thread_ends_one_between_connections(self) -> None:
        cancellation = Cancellation()
        with EventNode(Refusal(503, "no")) as node, Client(node.url, retry_delay=60.0) as client:

            def cancel() -> None:
                node.arrived.wait(10)
                cancellation.cancel()

            threading.Thread(target=cancel).start()
            with self.assertRaises(CancelledError):
                next(client.events(cancellation=cancellation))

    def test_one_that_was_cancelled_before_asks_nothing(self) -> None:
        cancellation = Cancellation()
        cancellation.cancel()
        with EventNode(Stream(ready("5.0.0"))) as node, client_of(node) as client:
            with self.assertRaises(CancelledError):
                next(client.events(cancellation=cancellation))
        self.assertEqual(node.queries, [])


class Failures(unittest.TestCase):
    def failure(self, node: EventNode, **options: int) -> TransportError:
        with client_of(node) as client, self.assertRaises(TransportError) as caught:
            list(islice(client.events(**options), 5))
        return caught.exception

    def test_a_mistaken_query_is_told_with_its_field(self) -> None:
        line = 'after: expected the cursor of an event, got "x"'
        with EventNode(Refusal(400, f"{line}\n")) as node, client_of(node) as client:
            with self.assertRaises(QueryError) as caught:
                next(client.events(after="x", from_height=1))
        self.assertEqual((caught.exception.field, str(caught.exception)), ("after", line))
        self.assertEqual(node.queries, [{"after": "x", "fromHeight": "1"}])

    def test_a_refusal_without_end_has_a_limit(self) -> None:
        head = b"HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\n\r\n"
        with RawNode(head, chunk(b"x" * 65536)) as node, Client(node.url) as client:
            with self.assertRaises(TransportError) as caught:
                next(client.events(retries=0))
        self.assertEqual(caught.exception.reason, "response")
        self.assertIn("longer than 1048576 bytes", str(caught.exception))
        self.assertLess(node.sent, FLOOD_BYTES / 2)

    def test_a_node_without_events_is_told(self) -> None:
        with EventNode(Refusal(404, "The events are off\n")) as node, client_of(node) as client:
            events: EventStream = client.events()
            with self.assertRaisesRegex(NoEventsError, "^The events are off$"):
                next(events)
            self.assertEqual(list(events), [])
        self.assertEqual(len(node.queries), 1)

    def test_what_may_not_pass_ends_the_events_at_once(self) -> None:
        cases = {
            Refusal(403, "no"): ("http", 403),
            Stream("{}", content_type="application/json"): ("response", None),
            Stream("id: 1\ndata: {\n\n"): ("response", None),
            Stream("id: 1\ndata: 7\n\n"): ("response", None),
            Stream('id: 1\ndata: {"type":"block"}\n\n'): ("response", None),
        }
        for connection, expected in cases.items():
            with EventNode(connection) as node:
                error = self.failure(node)
            self.assertEqual((error.reason, error.status), expected, connection)
            self.assertEqual(len(node.queries), 1)

    def test_in_a_row_are_bounded_and_an_answer_ends_the_row(self) -> None:
        connections = (
            Refusal(503, "1"),
            Refusal(503, "2"),
            Stream(ready("5.0.0"), ends=True),
            Refusal(503, "3"),
            Refusal(503, "4"),
        )
        with EventNode(*connections) as node:
            error = self.failure(node, retries=2)
        self.assertEqual((error.status, str(error)), (503, "HTTP 503: 4"))
        self.assertEqual(len(node.queries), 5)

    def test_an_event_without_a_member_is_told_with_its_name(self) -> None:
        with EventNode(Stream('id: 1\ndata: {"type":"ready"}\n\n')) as node:
            error = self.failure(node)
        text = "an event cannot be read: cursor: expected a value, got nothing"
        self.assertEqual((error.reason, str(error)), ("response", text))

    def test_a_head_that_is_cut_off_is_a_broken_connection(self) -> None:
        for head in (b"HTTP/1.1 200 OK\r\nConte", b"HTTP/1.1 200 OK\r\nA: b\r\n"):
            with EventNode(Raw(head), Stream(block(5))) as node, client_of(node) as client:
                with client.events() as events:
                    self.assertEqual(heights(events, 1), [("block", 5)])

    def test_an_end_is_one(self) -> None:
        with EventNode(Stream("", ends=True)) as node:
            error = self.failure(node, retries=0)
        self.assertEqual((error.reason, str(error)), ("connection", "the node ended the stream"))

    def test_silence_is_one_before_the_answer_and_after(self) -> None:
        connections = (Silence(), Stream(ready("5.0.0")), Stream(block(6)))
        with EventNode(*connections) as node:
            with Client(node.url, timeout=0.1, retry_delay=0.001) as client:
                with client.events(idle_timeout=0.1) as events:
                    self.assertEqual(heights(events, 2), [("ready", 5), ("block", 6)])
                self.assertEqual(node.queries[-1], {"after": "5.0.0"})
                with self.assertRaises(TransportError) as caught:
                    list(islice(client.events(idle_timeout=0.1, retries=0), 2))
        self.assertEqual(caught.exception.reason, "timeout")
