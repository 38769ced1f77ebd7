"""Reads a node's height, a chain, two values in a batch, and its latest block."""

import sys

from couloir import CallOptions, Client, errors, types

with Client(sys.argv[1]) as client:
    height = client.platform.get_height().height
    print("height", height)

    try:
        client.info.get_blockchain_id("Q")
    except errors.AliasNotFoundError as error:
        print("no chain is called", error.arguments["alias"])

    with client.batch() as batch:
        supply = batch.platform.get_current_supply()
        name = batch.info.get_network_name()
    print("supply", supply.result().supply)
    print("network", name.result().network_name)

    block = client.platform.get_block_by_height(
        height, encoding="json", options=CallOptions(timeout=2.0)
    ).block
    match block:
        case types.BanffStandardBlock(txs=txs):
            print("a block of", len(txs), "transactions")
        case types.ApricotOptionBlock() | types.BanffOptionBlock():
            print("a block that commits or aborts")
        case _:
            print("a", type(block).__name__)
