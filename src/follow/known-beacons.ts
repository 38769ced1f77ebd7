import type { Id } from "../formats/bytes.ts";
import { parseId } from "../formats/id.ts";
import { parseNodeId } from "../formats/node-id.ts";
import fuji from "../networks/bootstrap/fuji.json" with { type: "json" };
import mainnet from "../networks/bootstrap/mainnet.json" with { type: "json" };
import { fujiID, mainnetID } from "../networks/ids.ts";
import { sample } from "../p2p/environment.ts";
import type { Beacon } from "./follow-options.ts";

/** avalanchego genesis/bootstrappers.go SampleBootstrappers, config/config.go @ v1.14.2 */
const sampledBeacons = 5;

/** What AvalancheGo has built in for a network. */
export type KnownBeacons = {
  readonly beacons: readonly Beacon[];
  /** IDs of P-chain containers. */
  readonly checkpoints: readonly Id[];
};

/** Five of the bootstrappers that AvalancheGo has built in, and its checkpoints; undefined for other networks. */
export function knownBeacons(networkID: number, random: () => number): KnownBeacons | undefined {
  const file = networkID === mainnetID ? mainnet : networkID === fujiID ? fuji : undefined;
  if (file === undefined) return undefined;
  return {
    beacons: sample(file.bootstrappers, sampledBeacons, random).map(({ nodeID, address }) => {
      const colon = address.lastIndexOf(":");
      const port = Number(address.slice(colon + 1));
      return { nodeID: parseNodeId(nodeID), address: { ip: address.slice(0, colon), port } };
    }),
    checkpoints: file.checkpoints.map(parseId),
  };
}
