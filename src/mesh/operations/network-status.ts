import { blockIdentifier, blockOf, timestampOf } from "../ledger.ts";
import type { Operation } from "../operation.ts";

export const networkStatus: Operation<"networkStatus"> = (_params, context) => {
  const last = blockOf({}, context);
  const genesis = blockIdentifier(blockOf({ index: 0 }, context), context);
  return {
    current_block_identifier: blockIdentifier(last, context),
    current_block_timestamp: timestampOf(last),
    genesis_block_identifier: genesis,
    oldest_block_identifier: genesis,
    peers: context.peers.list([]).map(({ nodeID }) => ({ peer_id: context.views.nodeID(nodeID) })),
  };
};
