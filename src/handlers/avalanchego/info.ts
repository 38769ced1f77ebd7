import { emptyId } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { formatUint64 } from "../../formats/uint64.ts";
import type { AvalanchegoHandler } from "../handler.ts";
import { peerView, requestedPeers } from "../info/peers.ts";
import { uptime as uptimeOf } from "../info/uptime.ts";

/** Shows chains by alias. */
export const peers: AvalanchegoHandler<"info.peers", "blockchains" | "peers" | "views"> = (
  params,
  context,
) => {
  const requested = requestedPeers(params.nodeIDs, context);
  const { blockchains, views } = context;
  return {
    numPeers: formatUint64(BigInt(requested.length)),
    peers: requested.map((peer) => ({
      ...peerView(peer, views),
      benched: peer.benched.map((chainID) => blockchains.primaryAlias(chainID)),
    })),
  };
};

/** Always on the primary network. */
export const uptime: AvalanchegoHandler<"info.uptime", "peers" | "blockchains"> = (
  _params,
  context,
) => uptimeOf({ subnetID: formatId(emptyId) }, context);
