import { formatHex } from "../../formats/hex.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { Handler } from "../handler.ts";

/** This node's ID, BLS key and the proof that it has the secret of the key. specification 4.1 */
export const getNodeID: Handler<"info.getNodeID", "node"> = (_params, { node }) => ({
  nodeID: formatNodeId(node.nodeID),
  nodePOP: {
    publicKey: formatHex(node.blsPublicKey),
    proofOfPossession: formatHex(node.proofOfPossession),
  },
});
