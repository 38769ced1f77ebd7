from __future__ import annotations

import asyncio
import json
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from event_node import EventNode, Stream
from node import FakeNode

from couloir import Client, RpcError, TransportError
from couloir._codec import reader
from couloir.aio import AsyncClient

# What every client makes of each response: the height, an error's code, or an invalid response.
VECTORS = json.loads(
    (Path(__file__).parents[2] / "conformance" / "responses.json").read_text(encoding="utf-8")
)


def outcome_of(error: BaseException | None, height: int | None) -> Any:
    if error is None:
        return height
    if isinstance(error, RpcError):
        return error.code
    is_invalid = isinstance(error, TransportError) and error.reason == "response"
    return "invalid" if is_invalid else error


def outcome_of_pending(pending: Any) -> Any:
    error = pending.exception()
    return outcome_of(error, None if error else pending.result().height)


METHODS: dict[str, Callable[[Client], object]] = {
    "dev.dumpState": lambda client: client.dev.dump_state(),
    "info.getVMs": lambda client: client.info.get_vms(),
    "platform.getCurrentValidators": lambda client: client.platform.get_current_validators(),
    "platform.getHeight": lambda client: client.platform.get_height(),
    "platform.getSubnet": lambda client: client.platform.get_subnet("s"),
}


class Results(unittest.TestCase):
    def test_that_are_invalid(self) -> None:
        for vector in VECTORS["results"]:
            answers = {vector["method"]: f'"result":{vector["result"]}'}
            with self.subTest(answers), FakeNode(answers) as node, Client(node.url) as client:
                with self.assertRaises(TransportError) as caught:
                    METHODS[vector["method"]](client)
                self.assertEqual(caught.exception.reason, "response")
                start = f"{vector['method']}: {vector['field']}"
                self.assertTrue(str(caught.exception).startswith(start), caught.exception)


class Events(unittest.TestCase):
    def test_that_are_invalid(self) -> None:
        for data in VECTORS["events"]:
            with self.subTest(data), EventNode(Stream(f"id: 1\ndata: {data}\n\n")) as node:
                with Client(node.url) as client, client.events() as events:
                    with self.assertRaises(TransportError) as caught:
                        next(events)
                self.assertEqual(caught.exception.reason, "response")


class Forms(unittest.TestCase):
    def test_a_word_beside_decimal_text_stays_a_word(self) -> None:
        read = reader("#HeightParam")
        self.assertEqual([read(each, "") for each in ("proposed", "7", 7)], ["proposed", 7, 7])


class Responses(unittest.TestCase):
    """Each client sends the IDs 1 and 2."""

    def node_of(self, text: str) -> FakeNode:
        node = FakeNode({})
        node.raw = text.replace("$1", "1").replace("$2", "2").encode()
        return node

    def test_to_calls(self) -> None:
        for vector in VECTORS["calls"]:
            with self.subTest(vector["name"]):
                with self.node_of(vector["text"]) as node, Client(node.url) as client:
                    try:
                        outcome = outcome_of(None, client.platform.get_height().height)
                    except Exception as error:
                        outcome = outcome_of(error, None)
                self.assertEqual(outcome, vector["outcome"])

    def test_to_batches(self) -> None:
        for vector in VECTORS["batches"]:
            with self.subTest(vector["name"]):
                with self.node_of(vector["text"]) as node, Client(node.url) as client:
                    with client.batch() as batch:
                        calls = [batch.platform.get_height() for _ in range(2)]
                self.assertEqual([outcome_of_pending(call) for call in calls], vector["outcomes"])

    def test_to_calls_of_the_asynchronous_client(self) -> None:
        for vector in VECTORS["calls"]:
            with self.subTest(vector["name"]), self.node_of(vector["text"]) as node:
                self.assertEqual(asyncio.run(call_of(node.url)), vector["outcome"])

    def test_to_batches_of_the_asynchronous_client(self) -> None:
        for vector in VECTORS["batches"]:
            with self.subTest(vector["name"]), self.node_of(vector["text"]) as node:
                self.assertEqual(asyncio.run(batch_of(node.url)), vector["outcomes"])


async def call_of(url: str) -> Any:
    async with AsyncClient(url) as client:
        try:
            return outcome_of(None, (await client.platform.get_height()).height)
        except Exception as error:
            return outcome_of(error, None)


async def batch_of(url: str) -> Any:
    async with AsyncClient(url) as client:
        async with client.batch() as batch:
            calls = [batch.platform.get_height() for _ in range(2)]
        return [outcome_of_pending(call) for call in calls]


if __name__ == "__main__":
    unittest.main()
