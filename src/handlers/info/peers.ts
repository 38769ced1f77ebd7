import { formatUint64 } from "../../formats/uint64.ts";
import type { Handler } from "../handler.ts";
import { idText } from "../id-text.ts";
import { askedPeers, peerView } from "./peer-view.ts";

/** The nodes that this one is connected to. specification 4.1 */
export const peers: Handler<"info.peers", "peers"> = (params, context) => {
  const asked = askedPeers(params.nodeIDs, context);
  return {
    numPeers: formatUint64(BigInt(asked.length)),
    peers: asked.map((peer) => ({ ...peerView(peer), benched: peer.benched.map(idText) })),
  };
};
