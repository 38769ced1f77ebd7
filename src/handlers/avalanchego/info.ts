import { emptyId } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { formatUint64 } from "../../formats/uint64.ts";
import type { HandlerContext, Peer } from "../context.ts";
import type { AvalanchegoHandler } from "../handler.ts";
import { peerView, requestedPeers } from "../info/peers.ts";
import { uptime as uptimeOf } from "../info/uptime.ts";

type PeersContext = Pick<HandlerContext, "blockchains" | "peers" | "views">;

/** Shows chains by alias, and the upgrade that a peer knows after its version. */
export const peers: AvalanchegoHandler<"info.peers", keyof PeersContext> = (params, context) =>
  peersWith(params, context, ({ upgradeTime }) => ({ upgradeTime }));

/** The peers with chains by alias, and with further members in the place of the version. */
export function peersWith<More extends object>(
  params: { readonly nodeIDs: readonly string[] },
  context: PeersContext,
  more: (peer: Peer) => More,
) {
  const requested = requestedPeers(params.nodeIDs, context);
  const { blockchains, views } = context;
  return {
    numPeers: formatUint64(BigInt(requested.length)),
    peers: requested.map((peer) => {
      const { ip, publicIP, nodeID, version, ...others } = peerView(peer, views);
      return {
        ip,
        publicIP,
        nodeID,
        version,
        ...more(peer),
        ...others,
        benched: peer.benched.map((chainID) => blockchains.primaryAlias(chainID)),
      };
    }),
  };
}

/** Always on the primary network. */
export const uptime: AvalanchegoHandler<"info.uptime", "peers" | "blockchains"> = (
  _params,
  context,
) => uptimeOf({ subnetID: formatId(emptyId) }, context);
