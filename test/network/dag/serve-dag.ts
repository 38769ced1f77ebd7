import { type BytesKey, type Id, keyOf } from "../../../src/formats/bytes.ts";
import type { PeerNetwork } from "../../../src/p2p/peer-network.ts";
import { compatibility } from "../../../src/p2p/versions.ts";
import { localTerms, startNetwork } from "../../support/p2p/nodes.ts";
import type { DagNetwork } from "./dag-network.ts";

/** As AvalancheGo. */
const countMax = 2_000;

/** Starts a peer that is not a validator. */
export async function serveDag(network: DagNetwork, xChainID: Id): Promise<PeerNetwork> {
  const { id: networkID, upgrades, vertices } = network;
  const version = { name: "avalanchego", major: 1, minor: 14, patch: 2 };
  const peer = await startNetwork({
    terms: {
      ...localTerms,
      networkID,
      compatibility: compatibility("granite", upgrades.granite, version),
    },
  });
  const byID = new Map<BytesKey, (typeof vertices)[number]>(
    vertices.map((vertex) => [keyOf(vertex.id), vertex]),
  );
  peer.handle(xChainID, {
    vertices: (id) => {
      const queue = [id];
      const seen = new Set([keyOf(id)]);
      const found: Uint8Array[] = [];
      for (const next of queue) {
        const vertex = byID.get(keyOf(next));
        if (vertex === undefined || found.length === countMax) break;
        found.push(vertex.bytes);
        for (const parentID of vertex.parentIDs) {
          if (!seen.has(keyOf(parentID))) queue.push(parentID);
          seen.add(keyOf(parentID));
        }
      }
      return found.length === 0 ? undefined : found;
    },
  });
  return peer;
}
