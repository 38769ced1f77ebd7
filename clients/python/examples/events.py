"""Follows the blocks and validators of a node from its first block to its tenth."""

import sys

from couloir import Client, NoEventsError, QueryError, types

with Client(sys.argv[1]) as client:
    try:
        with client.events(topics=["block", "validator"], from_height=0) as events:
            for event in events:
                match event:
                    case types.BlockEvent(height=height, tx_ids=tx_ids):
                        print("block", height, "of", len(tx_ids), "transactions")
                        if height == 10:
                            break
                    case types.ValidatorEvent(node_id=node, weight=weight):
                        print(node, "weighs", weight)
                    case types.RevertedEvent(height=height):
                        print("blocks were reverted to", height)
            print("another stream goes on with after =", events.cursor)
    except QueryError as error:
        print("a mistake in", error.field, error)
    except NoEventsError as error:
        print(error)
