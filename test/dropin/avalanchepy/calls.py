"""Calls every client of avalanchepy 0.1.0 at a node, and prints the outcome of each as a line of JSON."""

import hashlib
import json
import sys
import time

import coincurve
import requests
from avalanchepy.clients.errors import ServerError
from avalanchepy.clients.info_client import InfoClient
from avalanchepy.clients.p_client import PClient
from avalanchepy.clients.x_client import XClient
from avalanchepy.contants import PRIMARY_NETWORK_ID
from avalanchepy.models.info_models import GetBlockchainIdRequest
from avalanchepy.models.p_models import GetUTXOsRequest
from avalanchepy.transaction_builder import Context, TransactionBuilder
from avalanchepy.transaction_builder.types import SpendOptions
from avalanchepy.types.avax.credential import Credential
from avalanchepy.types.avax.inputs.secp256k1_signature import Secp256k1Signature
from avalanchepy.types.avax.outputs.secp256k1_output_owners import Secp256k1OutputOwners
from avalanchepy.types.avax.signed_tx import SignedTx
from avalanchepy.types.avax.subnet_validator import SubnetValidator
from avalanchepy.types.avax.validator import Validator
from avalanchepy.types.codecs import PVM_CODEC
from avalanchepy.types.primitives.address import Address
from avalanchepy.types.primitives.id import Id
from avalanchepy.types.primitives.list_struct import ListStruct
from avalanchepy.types.primitives.long import Long
from avalanchepy.types.seder import Int
from avalanchepy.types.utils import pack_codec

url = sys.argv[1]
failed = False

# The funded key of AvalancheGo's network local.
key = coincurve.PrivateKey(bytes.fromhex("56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027"))
text = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"
address = Address.from_string(text)
stake_navax = 25_000_000_000

info, p, x = InfoClient(url), PClient(url), XClient(url)


def case(name):
    """Runs a function as a case; what it raises is why it failed."""

    def run(function):
        global failed
        outcome = {"name": name, "outcome": "passed"}
        try:
            function()
        except Exception as error:
            failed = True
            outcome = {"name": name, "outcome": "failed", "why": f"{type(error).__name__}: {error}"}
        print(json.dumps(outcome, separators=(",", ":")), flush=True)

    return run


def ask(path, method, params):
    """What the node answers without the library."""
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    answer = requests.post(url + path, json=body).json()
    assert "result" in answer, answer
    return answer["result"]


def equal(seen, expected):
    assert seen == expected, f"{seen} instead of {expected}"


@case("InfoClient.get_network_id")
def _():
    equal(info.get_network_id(), 12345)


@case("InfoClient.get_node_id")
def _():
    node_id, pop = info.get_node_id()
    expected = ask("/ext/info", "info.getNodeID", {})
    equal(node_id.to_json(), expected["nodeID"])
    equal(pop.public_key, expected["nodePOP"]["publicKey"])


@case("InfoClient.get_blockchain_id")
def _():
    equal(info.get_blockchain_id(GetBlockchainIdRequest(alias="P")), PRIMARY_NETWORK_ID)
    expected = ask("/ext/info", "info.getBlockchainID", {"alias": "X"})["blockchainID"]
    equal(info.get_blockchain_id(GetBlockchainIdRequest(alias="X")).to_string(), expected)


@case("InfoClient.get_blockchain_id of an unknown alias is a ServerError")
def _():
    try:
        info.get_blockchain_id(GetBlockchainIdRequest(alias="Q"))
    except ServerError:
        return
    raise AssertionError("no error")


@case("XClient.get_asset_description")
def _():
    expected = ask("/ext/bc/P", "platform.getStakingAssetID", {})["assetID"]
    equal(x.get_asset_description().to_string(), expected)


@case("PClient.get_timestamp")
def _():
    # The chain's clock is at most 10 s before the machine's when a block was just accepted, and never after it.
    ask("/ext/dev", "dev.buildBlock", {})
    age = time.time() - p.get_timestamp().timestamp()
    assert 0 <= age < 30, f"{age} s old"


@case("PClient.get_utxos")
def _():
    utxos = p.get_utxos(GetUTXOsRequest(addresses=[text]))
    equal(len(utxos), int(ask("/ext/bc/P", "platform.getUTXOs", {"addresses": [text]})["numFetched"]))
    assert all(address in utxo.get_output_owners().addresses.list for utxo in utxos if hasattr(utxo.output, "output_owners"))


@case("PClient.get_utxos of a malformed address is a ServerError")
def _():
    try:
        p.get_utxos(GetUTXOsRequest(addresses=["P-local1qqq"]))
    except ServerError:
        return
    raise AssertionError("no error")


def signed(tx, utxos):
    """Signs for each input; avalanchepy has no signer of its own."""
    digest = hashlib.sha256(pack_codec(PVM_CODEC, tx)).digest()
    signature = Secp256k1Signature(value=key.sign_recoverable(digest, hasher=None))
    credentials = []
    for signers in tx.get_signers(utxos):
        assert all(signer == address for signer in signers), signers
        credentials.append(Credential(signatures=ListStruct[Secp256k1Signature](list=[signature] * len(signers))))
    return SignedTx(unsigned_transaction=tx, credentials=ListStruct[Credential](list=credentials))


@case("TransactionBuilder.build_add_permissionless_delegator_tx, PClient.issue_tx and get_tx_status")
def _():
    node_id, _pop = info.get_node_id()
    validators = ask("/ext/bc/P", "platform.getCurrentValidators", {"nodeIDs": [node_id.to_json()]})["validators"]
    now = int(p.get_timestamp().timestamp())
    end = min(int(validators[0]["endTime"]), now + 20 * 24 * 3600)
    asset = x.get_asset_description()
    context = Context(asset, Int(value=info.get_network_id()), PRIMARY_NETWORK_ID)
    utxos = [u for u in p.get_utxos(GetUTXOsRequest(addresses=[text])) if hasattr(u.output, "output_owners")]
    tx = TransactionBuilder(context).build_add_permissionless_delegator_tx(
        address,
        utxos,
        SubnetValidator(
            validator=Validator(
                node_id=node_id, start_time=Long(value=now), end_time=Long(value=end), weight=Long(value=stake_navax)
            ),
            subnet_id=PRIMARY_NETWORK_ID,
        ),
        Secp256k1OutputOwners(
            locktime=Long(value=0), threshold=Int(value=1), addresses=ListStruct[Address](list=[address])
        ),
        SpendOptions.default([address]),
    )
    tx_id = p.issue_tx(signed(tx, utxos))
    equal(p.get_tx_status(Id.from_string(tx_id)).status, "Committed")
    validators = ask("/ext/bc/P", "platform.getCurrentValidators", {"nodeIDs": [node_id.to_json()]})["validators"]
    delegators = {each["txID"]: each for each in validators[0]["delegators"]}
    # The profiles name it as their releases do.
    equal(delegators[tx_id].get("weight", delegators[tx_id].get("stakeAmount")), str(stake_navax))
    equal(delegators[tx_id]["rewardOwner"]["addresses"], [text])


@case("PClient.issue_tx of another network's transaction is a ServerError")
def _():
    asset = x.get_asset_description()
    node_id, _pop = info.get_node_id()
    now = int(p.get_timestamp().timestamp())
    context = Context(asset, Int(value=info.get_network_id() + 1), PRIMARY_NETWORK_ID)
    utxos = [u for u in p.get_utxos(GetUTXOsRequest(addresses=[text])) if hasattr(u.output, "output_owners")]
    validator = Validator(
        node_id=node_id, start_time=Long(value=now), end_time=Long(value=now + 20 * 24 * 3600), weight=Long(value=stake_navax)
    )
    owners = Secp256k1OutputOwners(
        locktime=Long(value=0), threshold=Int(value=1), addresses=ListStruct[Address](list=[address])
    )
    tx = TransactionBuilder(context).build_add_permissionless_delegator_tx(
        address, utxos, SubnetValidator(validator=validator, subnet_id=PRIMARY_NETWORK_ID), owners, SpendOptions.default([address])
    )
    try:
        p.issue_tx(signed(tx, utxos))
    except ServerError:
        return
    raise AssertionError("no error")


sys.exit(1 if failed else 0)
