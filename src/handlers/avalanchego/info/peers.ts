import { formatUint64 } from "../../../formats/uint64.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { askedPeers, peerView } from "../../info/peer-view.ts";

/** The peers as AvalancheGo shows them: chains by alias. */
export const peers: AvalanchegoHandler<"info.peers", "peers" | "blockchains"> = (
  params,
  context,
) => {
  const asked = askedPeers(params.nodeIDs, context);
  const { blockchains } = context;
  return {
    numPeers: formatUint64(BigInt(asked.length)),
    peers: asked.map((peer) => ({
      ...peerView(peer),
      benched: peer.benched.map((chainID) => blockchains.primaryAlias(chainID)),
    })),
  };
};
