from __future__ import annotations

import asyncio
import contextlib
import unittest

from event_node import Break, EventNode, Refusal, Silence, Stream, block, ready
from node import FakeNode
from raw_node import RawNode, chunk

from couloir import NoEventsError, QueryError, RpcError, TransportError
from couloir.aio import AsyncCallOptions, AsyncClient

HEIGHT = {"platform.getHeight": '"result":{"height":"18446744073709551615"}'}


class Calls(unittest.IsolatedAsyncioTestCase):
    async def test_share_connections_with_a_length_and_in_chunks(self) -> None:
        for chunked in (False, True):
            with FakeNode(HEIGHT) as node:
                node.chunked = chunked
                async with AsyncClient(node.url) as client:
                    for _ in range(5):
                        self.assertEqual((await client.platform.get_height()).height, 2**64 - 1)
                self.assertEqual(node.connections, 1)

    async def test_run_at_once(self) -> None:
        with FakeNode(HEIGHT) as node:
            async with AsyncClient(node.url) as client:
                heights = await asyncio.gather(*(client.platform.get_height() for _ in range(10)))
        self.assertEqual({each.height for each in heights}, {2**64 - 1})

    async def test_outlive_passing_failures(self) -> None:
        with FakeNode(HEIGHT, statuses=(503, 429)) as node:
            async with AsyncClient(node.url, retry_delay=0.001) as client:
                await client.platform.get_height()
        self.assertEqual(len(node.paths), 3)

    async def test_that_change_state_are_sent_once(self) -> None:
        with FakeNode({}, statuses=(503,)) as node:
            async with AsyncClient(node.url) as client:
                with self.assertRaises(TransportError) as caught:
                    await client.platform.issue_tx("0x")
        self.assertEqual((caught.exception.reason, caught.exception.status), ("http", 503))
        self.assertEqual(len(node.paths), 1)

    async def test_time_out_and_are_cancelled(self) -> None:
        with FakeNode(HEIGHT) as node:
            node.go.clear()
            async with AsyncClient(node.url) as client:
                with self.assertRaises(TransportError) as caught:
                    await client.platform.get_height(options=AsyncCallOptions(timeout=0.05))
                self.assertEqual(caught.exception.reason, "timeout")
                task = asyncio.create_task(client.platform.get_height())
                await asyncio.sleep(0.05)
                task.cancel()
                with self.assertRaises(asyncio.CancelledError):
                    await task
            node.go.set()

    async def test_have_a_limit(self) -> None:
        text = '"result":{"height":"' + "1" * 200_000 + '"}'
        with FakeNode({"platform.getHeight": text}) as node:
            async with AsyncClient(node.url, max_response_bytes=1000) as client:
                with self.assertRaises(TransportError) as caught:
                    await client.platform.get_height()
        self.assertIn("longer than 1000 bytes", str(caught.exception))

    async def test_that_are_rejected_name_the_param(self) -> None:
        error = '"error":{"code":-32602,"message":"Invalid params"}'
        with FakeNode({"platform.getTx": error}) as node:
            async with AsyncClient(node.url) as client:
                with self.assertRaises(RpcError) as caught:
                    await client.platform.get_tx("x")
        self.assertEqual(
            str(caught.exception),
            'platform.getTx: txID: expected a cb58 ID of 32 bytes, got "x"',
        )

    async def test_of_a_batch_have_an_outcome_each(self) -> None:
        name = {"info.getNetworkName": '"result":{"networkName":"local"}'}
        with FakeNode({**HEIGHT, **name}) as node:
            async with AsyncClient(node.url) as client:
                async with client.batch() as batch:
                    height = batch.platform.get_height()
                    network = batch.info.get_network_name()
                    missing = batch.platform.get_timestamp()
        self.assertEqual(height.result().height, 2**64 - 1)
        self.assertEqual(network.result().network_name, "local")
        self.assertIsInstance(missing.exception(), RpcError)
        self.assertEqual(sorted(node.paths), ["/ext/bc/P", "/ext/info"])

    async def test_without_a_node(self) -> None:
        with FakeNode(HEIGHT) as node:
            url = node.url
        async with AsyncClient(url, retries=0) as client:
            with self.assertRaises(TransportError) as caught:
                await client.platform.get_height()
        self.assertEqual(caught.exception.reason, "connection")

    async def test_do_not_follow_redirects(self) -> None:
        with FakeNode(HEIGHT) as other, FakeNode(HEIGHT, statuses=(307,)) as node:
            node.location = other.url
            async with AsyncClient(node.url, headers={"Authorization": "x"}) as client:
                with self.assertRaises(TransportError) as caught:
                    await client.platform.get_height()
        self.assertEqual(caught.exception.status, 307)
        self.assertEqual(other.paths, [])


START = b"HTTP/1.1 200 OK\r\n"
RESULT = b'{"jsonrpc":"2.0","result":{"height":"5"},"id":1}'
LENGTH = b"Content-Length: %d\r\n\r\n" % len(RESULT)


async def _call(raw: bytes, calls: int = 1) -> list[str]:
    """The outcomes of calls to a node that sends the same for each request, and stays connected."""

    async def respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(EOFError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
                await reader.readexactly(length)
                writer.write(raw)
        writer.close()

    server = await asyncio.start_server(respond, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    outcomes = []
    async with AsyncClient(f"http://127.0.0.1:{port}", timeout=10, retries=0) as client:
        for _ in range(calls):
            try:
                outcomes.append(f"height {(await client.platform.get_height()).height}")
            except TransportError as error:
                outcomes.append(f"{error.reason} {error.status}")
    server.close()
    await server.wait_closed()
    return outcomes


class Responses(unittest.IsolatedAsyncioTestCase):
    async def test_without_a_body_need_no_length(self) -> None:
        for status, outcome in ((101, "http 101"), (204, "response None"), (304, "http 304")):
            with self.subTest(status):
                self.assertEqual(await _call(b"HTTP/1.1 %d X\r\n\r\n" % status), [outcome])

    async def test_are_not_what_arrived_before_the_call(self) -> None:
        late = RESULT.replace(b'"id":1', b'"id":2').replace(b'"5"', b'"666"')
        for extra in (START + LENGTH + late, b"HTTP/1.1 408 Late\r\nContent-Length: 0\r\n\r\n"):
            own, next_one = await _call(START + LENGTH + RESULT + extra, 2)
            self.assertEqual(own, "height 5")
            # A new connection gets the response with the ID of the first call.
            self.assertEqual(next_one, "response None")

    async def test_have_lines_that_end_with_a_line_feed(self) -> None:
        raw = (START + LENGTH).replace(b"\r", b"") + RESULT
        self.assertEqual(await _call(raw), ["height 5"])

    async def test_with_a_head_that_is_not_one_fail(self) -> None:
        for line in (b"HTTP/1.1 20 X", b"HTTP/1.1 2000 X", b"HTTP/1.1 -20 X", b"HTTP/1.1 000 X"):
            raw = line + b"\r\n" + LENGTH + RESULT
            self.assertEqual(await _call(raw), ["connection None"], line)
        for length in (b"-5", b"+48", b"48, 48", b"x"):
            raw = START + b"Content-Length: " + length + b"\r\n\r\n" + RESULT
            self.assertEqual(await _call(raw), ["connection None"], length)

    async def test_that_are_not_json_name_the_method_and_the_url(self) -> None:
        with FakeNode({}) as node:
            node.raw = b"<html>"
            async with AsyncClient(node.url) as client:
                with self.assertRaises(TransportError) as caught:
                    await client.platform.get_height()
                async with client.batch() as batch:
                    height = batch.platform.get_height()
        text = f" at {node.url}/ext/bc/P: the answer is not JSON: "
        self.assertTrue(str(caught.exception).startswith(f"platform.getHeight{text}"))
        self.assertTrue(str(height.exception()).startswith(f"batch of 1{text}"))


class Events(unittest.IsolatedAsyncioTestCase):
    async def test_resume_after_broken_connections(self) -> None:
        connections = (
            Break(),
            Stream(ready("0.0.0") + block(1), ends=True),
            Stream(ready("1.0.0") + block(2), chunked=True),
        )
        with EventNode(*connections) as node:
            async with AsyncClient(node.url, retry_delay=0.001) as client:
                async with client.events(from_height=0) as events:
                    found = [event async for event in _first(events, 3)]
                    cursor = events.cursor
        self.assertEqual([event.type for event in found], ["ready", "block", "block"])
        self.assertEqual([query.get("fromHeight") for query in node.queries], ["0", "0", None])
        self.assertIsNotNone(cursor)

    async def test_that_are_refused(self) -> None:
        for refused, error in ((400, QueryError), (404, NoEventsError)):
            with EventNode(Refusal(refused, "after: expected a cursor")) as node:
                async with AsyncClient(node.url) as client:
                    with self.assertRaises(error):
                        await anext(client.events())

    async def test_of_a_refusal_without_end(self) -> None:
        head = b"HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\n\r\n"
        with RawNode(head, chunk(b"x" * 65536)) as node:
            async with AsyncClient(node.url) as client:
                with self.assertRaises(TransportError) as caught:
                    await anext(client.events(retries=0))
        self.assertEqual(caught.exception.reason, "response")
        self.assertIn("longer than 1048576 bytes", str(caught.exception))

    async def test_of_a_silent_node(self) -> None:
        with EventNode(Silence()) as node:
            async with AsyncClient(node.url, timeout=0.05, retry_delay=0.001) as client:
                with self.assertRaises(TransportError) as caught:
                    await anext(client.events(retries=1))
        self.assertEqual(caught.exception.reason, "timeout")


async def _first(events: object, count: int) -> object:
    async for event in events:  # type: ignore[attr-defined]
        yield event
        count -= 1
        if count == 0:
            return


if __name__ == "__main__":
    unittest.main()
