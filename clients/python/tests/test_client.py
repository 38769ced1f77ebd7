from __future__ import annotations

import pickle
import socket
import threading
import time
import unittest
from collections.abc import Callable

from node import FakeNode

from couloir import (
    AvalanchegoClient,
    CallOptions,
    Cancellation,
    CancelledError,
    Client,
    RpcError,
    TransportError,
    Unknown,
    errors,
    types,
)
from couloir._base_url import without_api_path
from couloir._codec import reader
from couloir._problem import WrongType

HEIGHT = {"platform.getHeight": '"result":{"height":"5"}'}


class BaseUrls(unittest.TestCase):
    def test_that_end_in_the_path_of_an_api_are_those_of_the_node(self) -> None:
        node = "http://127.0.0.1:9650"
        for path in ("", "/ext/bc/P", "/ext/info", "/ext/bc/P/", "/ext/index/P/block"):
            self.assertEqual(without_api_path(node + path), node)
        self.assertEqual(without_api_path(f"{node}/ext/other"), f"{node}/ext/other")
        with FakeNode(HEIGHT) as running, Client(f"{running.url}/ext/bc/P") as client:
            self.assertEqual(client.platform.get_height().height, 5)


class Integers(unittest.TestCase):
    def test_are_exact_in_both_forms(self) -> None:
        for form in ('"18446744073709551615"', "18446744073709551615"):
            answers = {"platform.getHeight": f'"result":{{"height":{form}}}'}
            with FakeNode(answers) as node, Client(node.url) as client:
                self.assertEqual(client.platform.get_height().height, 2**64 - 1)

    def test_are_sent_as_text(self) -> None:
        answers = {"platform.getValidatorsAt": '"result":{"validators":{"N":"7"}}'}
        with FakeNode(answers) as node, Client(node.url) as client:
            found = client.platform.get_validators_at(2**64 - 1)
            client.platform.get_validators_at("proposed", subnet_id="s")
        self.assertEqual(found.validators, {"N": 7})
        self.assertEqual(node.calls[0]["params"], {"height": "18446744073709551615"})
        self.assertEqual(node.calls[1]["params"], {"height": "proposed", "subnetID": "s"})

    def test_that_are_none_are_no_answer(self) -> None:
        for text in ('"1.5"', "1.5", '""', '"0x1"', "true", "null", '"\u0664"'):
            answers = {"platform.getHeight": f'"result":{{"height":{text}}}'}
            with FakeNode(answers) as node, Client(node.url) as client:
                with self.assertRaises(TransportError) as caught:
                    client.platform.get_height()
                self.assertEqual(caught.exception.reason, "response", text)


class WrongKinds(unittest.TestCase):
    def expect(self, method: str, result: str, text: str, call: Callable[[Client], object]) -> None:
        with FakeNode({method: f'"result":{result}'}) as node, Client(node.url) as client:
            with self.assertRaises(TransportError) as caught:
                call(client)
        self.assertIn(text, str(caught.exception))

    def test_of_unions_are_named(self) -> None:
        for block, got in (("5", "5"), ("null", "null"), ("[]", "a list of 0"), ("true", "true")):
            self.expect(
                "platform.getBlock",
                f'{{"encoding":"json","block":{block}}}',
                f"platform.getBlock: block: expected text or an object, got {got}",
                lambda client: client.platform.get_block("b"),
            )

    def test_of_results_without_members_are_refused(self) -> None:
        for result in ("null", "5", "[]"):
            self.expect(
                "keystore.createUser",
                result,
                "keystore.createUser: expected an object",
                lambda client: client.keystore.create_user("u", "p"),
            )

    def test_of_short_integers_are_refused(self) -> None:
        for network in ("-1", "4294967296", '"1"', "true", "1.0"):
            tx = (
                f'{{"networkID":{network},"blockchainID":"b","outputs":[],"inputs":[],'
                '"memo":"0x","sourceChain":"s","importedInputs":[]}'
            )
            self.expect(
                "platform.getTx",
                f'{{"encoding":"json","tx":{{"id":"i","credentials":[],"unsignedTx":{tx}}}}}',
                "networkID: expected an integer from 0 to 4294967295",
                lambda client: client.platform.get_tx("t"),
            )

    def test_of_ids_codes_and_constants_are_refused(self) -> None:
        for answer in (
            '"result":{"height":"7"},"id":true',
            '"error":{"code":true,"message":"m"},"id":1',
            '"result":{"height":"7"},"id":1,"more":NaN',
            '"result":{"height":"7"},"id":1,"more":-Infinity',
        ):
            with FakeNode({}) as node, Client(node.url) as client:
                node.raw = f'{{"jsonrpc":"2.0",{answer}}}'.encode()
                with self.assertRaises(TransportError, msg=answer):
                    client.platform.get_height()


class NullMembers(unittest.TestCase):
    def test_have_no_other_value(self) -> None:
        self.assertIsNone(reader("null")(None, "vm"))
        with self.assertRaises(WrongType) as caught:
            reader("null")({}, "vm")
        self.assertEqual(caught.exception.problem.field, "vm")


class ManyValues(unittest.TestCase):
    def test_are_an_error(self) -> None:
        answer = f'"result":{{"height":"7","more":[{"[]," * 2**21}0]}}'
        with FakeNode({"platform.getHeight": answer}) as node, Client(node.url) as client:
            with self.assertRaises(TransportError) as caught:
                client.platform.get_height()
        self.assertIn("more than 4194304 values", str(caught.exception))


class LongMessages(unittest.TestCase):
    def test_that_repeat_the_texts_of_an_error_are_read_in_linear_time(self) -> None:
        fixed = (
            ": failed to fetch validator set at unfinalized height with SubnetID = "
            ": current P-chain height ("
        )
        message = f"failed to get validator set at {fixed * 20_000})"
        answer = f'"error":{{"code":-32000,"message":"{message}"}}'
        began = time.monotonic()
        with FakeNode({"platform.getValidatorsAt": answer}) as node, Client(node.url) as client:
            with self.assertRaises(RpcError) as caught:
                client.platform.get_validators_at(1)
        self.assertIsNone(caught.exception.declared_name)
        self.assertLess(time.monotonic() - began, 2)

    def test_are_read_up_to_the_last_of_the_fixed_texts(self) -> None:
        message = "start index (5) > last accepted index (4) > last accepted index (3)"
        answer = f'"error":{{"code":-32000,"message":"{message}"}}'
        with FakeNode({"index.getContainerRange": answer}) as node, Client(node.url) as client:
            with self.assertRaises(errors.StartIndexTooHighError) as caught:
                client.index.p_block.get_container_range(0, 1)
        expected = {"startIndex": "5) > last accepted index (4", "lastIndex": "3"}
        self.assertEqual(caught.exception.arguments, expected)


class WrongAnswers(unittest.TestCase):
    def expect(self, answers: dict[str, str], text: str, **options: int) -> None:
        with FakeNode(answers) as node, Client(node.url, **options) as client:
            with self.assertRaises(TransportError) as caught:
                client.platform.get_height()
        self.assertEqual(caught.exception.reason, "response")
        self.assertIn(text, str(caught.exception))

    def test_of_another_type_name_the_member(self) -> None:
        for text in ('"ten"', "true", "[1]"):
            self.expect(
                {"platform.getHeight": f'"result":{{"height":{text}}}'},
                "platform.getHeight: height: expected an integer",
            )

    def test_of_texts_name_the_member(self) -> None:
        answers = {
            "platform.getTxStatus": '"result":{"status":7}',
            "info.getNodeID": '"result":{"nodeID":7}',
        }
        with FakeNode(answers) as node, Client(node.url) as client:
            with self.assertRaises(TransportError) as caught:
                client.info.get_node_id()
        self.assertIn("info.getNodeID: nodeID: expected text, got 7", str(caught.exception))

    def test_that_are_nested_too_deeply(self) -> None:
        nested = "[" * 1_000_000 + "]" * 1_000_000
        self.expect({"platform.getHeight": f'"result":{nested}'}, "not JSON")

    def test_redirects_are_not_followed(self) -> None:
        answers = {"platform.getHeight": '"result":{"height":"1"}'}
        for status in (301, 302, 307, 308):
            with FakeNode(answers) as other, FakeNode(answers, statuses=(status,)) as node:
                node.location = other.url
                with Client(node.url, headers={"Authorization": "x"}) as client:
                    with self.assertRaises(TransportError) as caught:
                        client.platform.get_height()
            self.assertEqual((caught.exception.reason, caught.exception.status), ("http", status))
            self.assertEqual(other.paths, [])

    def test_that_are_too_long(self) -> None:
        text = '"result":{"height":"' + "1" * 200_000 + '"}'
        self.expect({"platform.getHeight": text}, "longer than 1000", max_response_bytes=1000)


class Errors(unittest.TestCase):
    def test_declared_ones_have_a_class(self) -> None:
        text = '{"code":-32000,"message":"there is no ID with alias: Q","data":{"more":"x","n":1}}'
        with FakeNode({"info.getBlockchainID": f'"error":{text}'}) as node:
            with Client(node.url) as client, self.assertRaises(RpcError) as caught:
                client.info.get_blockchain_id("Q")
        error = caught.exception
        self.assertIsInstance(error, errors.AliasNotFoundError)
        self.assertEqual(error.arguments, {"alias": "Q", "more": "x"})
        self.assertEqual((error.code, error.data), (-32000, {"more": "x", "n": 1}))
        self.assertEqual(str(error), "info.getBlockchainID: there is no ID with alias: Q")

    def test_a_text_is_no_list_of_its_letters(self) -> None:
        error = '"error":{"code":-32602,"message":"Invalid params"}'
        with FakeNode({"platform.getBalance": error}) as node:
            with Client(node.url) as client, self.assertRaises(RpcError) as caught:
                client.platform.get_balance("P-local1abc")
        self.assertIn(
            "addresses: expected a list of at most 1024, each item text of at most 1024 "
            'characters, got "P-local1abc"',
            str(caught.exception),
        )

    def test_unknown_ones_have_none(self) -> None:
        with FakeNode({"platform.getHeight": '"error":{"code":7,"message":"?"}'}) as node:
            with Client(node.url) as client, self.assertRaises(RpcError) as caught:
                client.platform.get_height()
        self.assertIs(type(caught.exception), RpcError)
        self.assertIsNone(caught.exception.declared_name)
        self.assertEqual(caught.exception.arguments, {})

    def test_survive_another_process(self) -> None:
        error = errors.AliasNotFoundError("m", -32000, "text", None, {"alias": "Q"})
        copy = pickle.loads(pickle.dumps(error))
        self.assertIs(type(copy), errors.AliasNotFoundError)
        self.assertEqual((str(copy), copy.arguments), (str(error), {"alias": "Q"}))
        transport = pickle.loads(pickle.dumps(TransportError("http", "no", 500)))
        self.assertEqual((transport.reason, transport.status, str(transport)), ("http", 500, "no"))


class Failures(unittest.TestCase):
    def test_passing_ones_are_tried_again(self) -> None:
        for status in (429, 502, 503, 504):
            with FakeNode(HEIGHT, [status, status]) as node:
                with Client(node.url, retry_delay=0.001) as client:
                    self.assertEqual(client.platform.get_height().height, 5)
                self.assertEqual(len(node.paths), 3)

    def test_that_stay_are_not_tried_again(self) -> None:
        with FakeNode(HEIGHT, [500]) as node, Client(node.url) as client:
            with self.assertRaises(TransportError) as caught:
                client.platform.get_height()
            self.assertEqual(len(node.paths), 1)
        self.assertEqual((caught.exception.reason, caught.exception.status), ("http", 500))
        self.assertEqual(
            str(caught.exception),
            f"platform.getHeight at {node.url}/ext/bc/P: HTTP 500: not now",
        )

    def test_what_changes_state_is_sent_once(self) -> None:
        with FakeNode({}, [503, 503, 503]) as node, Client(node.url) as client:
            with self.assertRaises(TransportError):
                client.platform.issue_tx("0x")
            self.assertEqual(len(node.paths), 1)

    def test_retries_end(self) -> None:
        with FakeNode({}, [503] * 5) as node, Client(node.url, retry_delay=0.001) as client:
            with self.assertRaises(TransportError):
                client.platform.get_height(options=CallOptions(retries=1))
            self.assertEqual(len(node.paths), 2)

    def test_the_timeout_covers_repetitions(self) -> None:
        with FakeNode({}, [503] * 5) as node:
            with Client(node.url, retry_delay=3600, timeout=0.1) as client:
                with self.assertRaises(TransportError) as caught:
                    client.platform.get_height()
        self.assertEqual(caught.exception.reason, "timeout")

    def test_a_node_that_does_not_answer(self) -> None:
        with FakeNode(HEIGHT) as node, Client(node.url) as client:
            node.go.clear()
            with self.assertRaises(TransportError) as caught:
                client.platform.get_height(options=CallOptions(timeout=0.1))
            self.assertEqual(caught.exception.reason, "timeout")
            node.go.set()
            self.assertEqual(client.platform.get_height().height, 5)

    def test_no_node(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        with Client(f"http://127.0.0.1:{port}", retries=0) as client:
            with self.assertRaises(TransportError) as caught:
                client.platform.get_height()
        self.assertEqual(caught.exception.reason, "connection")

    def test_answers_that_are_none(self) -> None:
        for text in (b"", b"<html>", b"[]", b'{"id":7,"result":{"height":"1"}}', b'{"id":1}'):
            with FakeNode(HEIGHT) as node, Client(node.url) as client:
                node.raw = text
                with self.assertRaises(TransportError) as caught:
                    client.platform.get_height()
                self.assertEqual(caught.exception.reason, "response", text)

    def test_headers_that_are_none(self) -> None:
        with self.assertRaises(ValueError):
            Client("http://node", headers={"A": "b\r\nC: d"})

    def test_answers_of_any_size_and_framing(self) -> None:
        key = "k" * 300_000
        answers = {"platform.getValidatorsAt": f'"result":{{"validators":{{"{key}":"7"}}}}'}
        for chunked in (False, True):
            with FakeNode(answers) as node, Client(node.url) as client:
                node.chunked = chunked
                for _ in range(2):
                    found = client.platform.get_validators_at(1)
                    self.assertEqual(found.validators, {key: 7})
                self.assertEqual(node.connections, 1)

    def test_urls_that_are_none(self) -> None:
        for url in ("", "127.0.0.1:9650", "ftp://node"):
            with self.assertRaisesRegex(ValueError, "expected the base URL of a node"):
                Client(url)


class Cancelling(unittest.TestCase):
    def test_ends_a_call_from_another_thread(self) -> None:
        cancellation = Cancellation()
        with FakeNode(HEIGHT) as node, Client(node.url) as client:
            node.go.clear()

            def cancel() -> None:
                node.arrived.wait()
                cancellation.cancel()

            threading.Thread(target=cancel).start()
            with self.assertRaises(CancelledError):
                client.platform.get_height(options=CallOptions(cancellation=cancellation))

    def test_ends_the_wait_for_a_repetition(self) -> None:
        cancellation = Cancellation()
        with FakeNode(HEIGHT, [503]) as node, Client(node.url, retry_delay=3600) as client:

            def cancel() -> None:
                node.arrived.wait()
                cancellation.cancel()

            threading.Thread(target=cancel).start()
            with self.assertRaises(CancelledError):
                client.platform.get_height(options=CallOptions(cancellation=cancellation))

    def test_ends_calls_before_they_begin(self) -> None:
        cancellation = Cancellation()
        cancellation.cancel()
        with FakeNode(HEIGHT) as node, Client(node.url) as client:
            with self.assertRaises(CancelledError):
                client.platform.get_height(options=CallOptions(cancellation=cancellation))
            self.assertEqual(node.paths, [])


class Connections(unittest.TestCase):
    def test_are_kept(self) -> None:
        with FakeNode(HEIGHT) as node, Client(node.url + "/") as client:
            for _ in range(3):
                client.platform.get_height()
            self.assertEqual((node.connections, node.paths), (1, ["/ext/bc/P"] * 3))

    def test_that_the_node_has_closed_are_made_anew(self) -> None:
        with FakeNode(HEIGHT) as node:
            client = Client(node.url, retries=0)
            client.platform.get_height()
            port = int(node.url.rpartition(":")[2])
            idle = client._caller.transport._idle[0]
            idle.shutdown(socket.SHUT_WR)
            # The node sees the end and closes its side.
            idle.settimeout(5)
            self.assertEqual(idle.recv(1, socket.MSG_PEEK), b"", port)
            self.assertEqual(client.platform.get_height().height, 5)
            client.close()

    def test_are_shared_by_threads(self) -> None:
        with FakeNode(HEIGHT) as node, Client(node.url) as client:
            heights: list[int] = []

            def ask() -> None:
                for _ in range(20):
                    heights.append(client.platform.get_height().height)

            threads = [threading.Thread(target=ask) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(heights, [5] * 80)
            self.assertLessEqual(node.connections, 8)

    def test_send_headers(self) -> None:
        with FakeNode(HEIGHT) as node:
            with Client(node.url, headers={"Authorization": "Bearer x"}) as client:
                client.platform.get_height()
            self.assertEqual(node.headers["Authorization"], "Bearer x")
            self.assertEqual(node.headers["Content-Type"], "application/json")

    def test_have_a_path_and_a_query_of_their_own(self) -> None:
        with FakeNode(HEIGHT) as node:
            for own in ("/o\u00e9 k/?key=a b", "/o%C3%A9%20k?key=a%20b"):
                with Client(node.url + own) as client:
                    client.platform.get_height()
            self.assertEqual(node.paths, ["/o%C3%A9%20k/ext/bc/P?key=a%20b"] * 2)
            with Client(node.url + "/ext/bc/P?key=a") as client:
                client.platform.get_height()
            self.assertEqual(node.paths[2], "/ext/bc/P?key=a")
            with self.assertRaises(ValueError):
                Client(f"http://{'a' * 64}.localhost")
            with Client(node.url.replace("127.0.0.1", "\u24dbocalhost")) as client:
                client.platform.get_height()
            self.assertTrue(node.headers["Host"].startswith("localhost:"))

    def test_send_credentials_and_do_not_show_them(self) -> None:
        with FakeNode(HEIGHT, statuses=(401, 401)) as node:
            url = node.url.replace("http://", "http://na%20me:p%40ss@")
            for headers, sent in (
                ({}, "Basic bmEgbWU6cEBzcw=="),
                ({"authorization": "Bearer x"}, "Bearer x"),
            ):
                with Client(url, headers=headers) as client:
                    with self.assertRaises(TransportError) as caught:
                        client.platform.get_height()
                found = {name.lower(): value for name, value in node.headers.items()}
                self.assertEqual(found["authorization"], sent)
                self.assertIn(f"{node.url}/ext/bc/P", str(caught.exception))


class Unions(unittest.TestCase):
    def tx(self, unsigned: str) -> types.Tx:
        text = f'{{"id":"t","credentials":[],"unsignedTx":{unsigned}}}'
        answers = {"platform.getTx": f'"result":{{"encoding":"json","tx":{text}}}'}
        with FakeNode(answers) as node, AvalanchegoClient(node.url) as client:
            found = client.platform.get_tx(tx_id="t", encoding="json").tx
        assert isinstance(found, types.Tx)
        return found

    def test_have_the_form_that_came(self) -> None:
        self.assertEqual(self.tx('{"time":7}').unsigned_tx, types.AdvanceTimeTx(time=7))

    def test_forms_of_newer_nodes_are_kept(self) -> None:
        future = {"networkID": 1, "newMember": [1]}
        found = self.tx('{"networkID":1,"newMember":[1]}')
        self.assertEqual(found.unsigned_tx, Unknown(future))
        self.assertEqual(found.to_json(), {"unsignedTx": future, "credentials": [], "id": "t"})


if __name__ == "__main__":
    unittest.main()
