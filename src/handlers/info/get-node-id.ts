import { formatHex } from "../../formats/hex.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { Handler } from "../handler.ts";

/** This node's ID, its BLS key and the proof of possession of that key. specification 4.1 */
export const getNodeID: Handler<"info.getNodeID", "node"> = (_params, { node }) => ({
  nodeID: formatNodeId(node.nodeID),
  nodePOP: {
    publicKey: formatHex(node.blsPublicKey),
    proofOfPossession: formatHex(node.proofOfPossession),
  },
});
