from __future__ import annotations

import unittest

from node import FakeNode

from couloir import Client, TransportError, errors

ANSWERS = {
    "platform.getHeight": '"result":{"height":"5"}',
    "info.getNetworkName": '"result":{"networkName":"local"}',
}


class Batches(unittest.TestCase):
    def test_are_one_request_a_path(self) -> None:
        with FakeNode(ANSWERS) as node, Client(node.url) as client:
            with client.batch() as batch:
                height = batch.platform.get_height()
                name = batch.info.get_network_name()
                supply = batch.platform.get_current_supply()
            self.assertEqual(sorted(node.paths), ["/ext/bc/P", "/ext/info"])
        self.assertEqual(height.result().height, 5)
        self.assertEqual(name.result().network_name, "local")
        with self.assertRaises(errors.MethodNotFoundError):
            supply.result()
        self.assertIsInstance(supply.exception(), errors.MethodNotFoundError)
        self.assertIsNone(height.exception())

    def test_have_no_results_before_they_are_sent(self) -> None:
        with FakeNode(ANSWERS) as node, Client(node.url) as client:
            height = client.batch().platform.get_height()
            with self.assertRaises(RuntimeError):
                height.result()
            self.assertEqual(node.paths, [])

    def test_are_not_sent_when_the_block_fails(self) -> None:
        with FakeNode(ANSWERS) as node, Client(node.url) as client:
            with self.assertRaises(KeyError), client.batch() as batch:
                batch.platform.get_height()
                raise KeyError("own")
            self.assertEqual(node.paths, [])

    def test_that_change_state_are_sent_once(self) -> None:
        with FakeNode(ANSWERS, [503] * 3) as node, Client(node.url) as client:
            with client.batch() as batch:
                height = batch.platform.get_height()
                batch.platform.issue_tx("0x")
            self.assertEqual(len(node.paths), 1)
        with self.assertRaises(TransportError):
            height.result()

    def test_that_are_refused(self) -> None:
        with FakeNode(ANSWERS) as node, Client(node.url) as client:
            node.raw = (
                b'{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}'
            )
            with client.batch() as batch:
                height = batch.platform.get_height()
        with self.assertRaises(errors.ParseError):
            height.result()

    def test_that_lack_an_answer(self) -> None:
        with FakeNode(ANSWERS) as node, Client(node.url) as client:
            node.raw = b"[]"
            with client.batch() as batch:
                height = batch.platform.get_height()
        with self.assertRaises(TransportError) as caught:
            height.result()
        self.assertEqual(caught.exception.reason, "response")


if __name__ == "__main__":
    unittest.main()
