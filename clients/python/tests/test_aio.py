from __future__ import annotations

import asyncio
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
