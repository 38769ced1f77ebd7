import { formatAddress } from "../../formats/address.ts";
import { formatHex } from "../../formats/hex.ts";
import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { Handler } from "../handler.ts";
import { clockView } from "./clock-view.ts";

/** Tells how the node stands. */
export const nodeInfo: Handler<"dev.nodeInfo", "chain" | "dev" | "node" | "queries" | "state"> = (
  { digest },
  { chain, dev, node, queries, state },
) => {
  const { id, height } = queries.blocks.lastAccepted();
  const { network } = chain;
  return {
    version: dev.program,
    nodeID: formatNodeId(node.nodeID),
    networkID: network.id,
    height: height.toString(),
    lastAcceptedID: formatId(id),
    chainTime: state.timestamp().toString(),
    clock: clockView(dev),
    blockProduction: dev.blockProduction(),
    mempoolSize: dev.mempool().length,
    snapshots: dev.snapshots(),
    impersonated: dev.impersonated().map((address) => formatAddress("P", network.hrp, address)),
    ...(digest && { digest: formatHex(dev.digest()) }),
  };
};
