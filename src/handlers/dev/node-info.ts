import { formatHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { Clock } from "../../generated/types.ts";
import { hardforkAt } from "../../networks/hardfork.ts";
import type { DevControls } from "../context.ts";
import type { Handler } from "../handler.ts";
import { addressTexts } from "../views/owners.ts";

/** Describes the state and settings of the node. */
export const nodeInfo: Handler<"dev.nodeInfo", "chain" | "dev" | "node" | "queries" | "state"> = (
  { digest },
  { chain, dev, node, queries, state },
) => {
  const { id, height } = queries.blocks.lastAccepted();
  return {
    version: dev.program,
    nodeID: formatNodeId(node.nodeID),
    mode: node.mode,
    ...(dev.isFollowable && { followable: true }),
    networkID: chain.network.id,
    hardfork: hardforkAt(state.timestamp(), chain.network.upgrades),
    height: height.toString(),
    lastAcceptedID: formatId(id),
    chainTime: state.timestamp().toString(),
    clock: clockView(dev),
    blockProduction: dev.blockProduction(),
    mempoolSize: dev.mempool().length,
    snapshots: dev.snapshots(),
    impersonated: addressTexts(dev.impersonated(), chain),
    simulated,
    ...(digest && { digest: formatHex(dev.digest()) }),
  };
};

/** The document describes each. */
const simulated = [
  "consensus",
  "peers",
  "uptimes",
  "bootstrapping",
  "xChain",
  "cChain",
  "atomicUTXOs",
] as const;

function clockView(dev: Pick<DevControls, "clock">): Clock {
  const { unixSeconds, isFrozen } = dev.clock();
  return { timestamp: unixSeconds.toString(), frozen: isFrozen };
}
