import { keyOf, type NodeId } from "../../formats/bytes.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { StakeConnection } from "../../health/checks/chain.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import type { NetworkSource } from "./network-source.ts";

/** A block counts as accepted when more than this share of the stake attests it. */
const neededShare = 2 / 3;

/**
 * Which validators of the last accepted height a follower is connected to. It needs two thirds of their stake, once it
 * has caught up: the validators of an old height left long ago.
 */
export function connectedStake(
  { over, following }: NetworkSource,
  queries: Pick<ChainQueries, "blocks" | "validators">,
  ownNodeID: NodeId,
): StakeConnection {
  const connected = new Set(following.peers().map(({ nodeID }) => keyOf(nodeID)));
  connected.add(keyOf(ownNodeID));
  const { height } = queries.blocks.lastAccepted();
  let total = 0n;
  let present = 0n;
  const disconnected: string[] = [];
  for (const { nodeID, weight } of queries.validators.setAt(primaryNetworkID, height)) {
    total += weight;
    if (connected.has(keyOf(nodeID))) present += weight;
    else disconnected.push(formatNodeId(nodeID));
  }
  const isNeeded = over === "peers" && following.isBootstrapped();
  return {
    disconnectedValidators: disconnected,
    share: total === 0n ? 0 : Number(present) / Number(total),
    neededShare: isNeeded ? neededShare : 0,
  };
}
