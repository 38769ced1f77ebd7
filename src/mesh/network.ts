import type { NetworkIdentifier } from "../generated/mesh/types.ts";
import { networkName } from "../networks/ids.ts";
import type { ChainContext } from "../networks/network.ts";
import { MeshError } from "./mesh-error.ts";

const blockchain = "avalanche";
const subNetwork = "P";

/** Names the P-chain of a network. */
export function networkIdentifier({ network }: ChainContext): NetworkIdentifier {
  return {
    blockchain,
    network: networkName(network.id),
    sub_network_identifier: { network: subNetwork },
  };
}

/** Throws MeshError unless a request names this network; it may leave out the chain. */
export function requireNetwork(given: unknown, chain: ChainContext): void {
  const named = given as NetworkIdentifier;
  const { network } = networkIdentifier(chain);
  const wanted = [
    ["blockchain", named.blockchain, blockchain],
    ["network", named.network, network],
    [
      "sub_network_identifier.network",
      named.sub_network_identifier?.network ?? subNetwork,
      subNetwork,
    ],
  ] as const;
  for (const [member, got, expected] of wanted) {
    if (got === expected) continue;
    const where = `network_identifier.${member}`;
    throw new MeshError(
      "networkUnknown",
      `${where}: expected ${expected}, got ${JSON.stringify(got)}`,
    );
  }
}
