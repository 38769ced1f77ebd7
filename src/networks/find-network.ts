import { fuji } from "./fuji.ts";
import { type Hardfork, upgradesOf } from "./hardfork.ts";
import { fujiID, localID, mainnetID, parseNetworkID } from "./ids.ts";
import { local, networkWithLocalParameters } from "./local.ts";
import { mainnet } from "./mainnet.ts";
import type { Network } from "./network.ts";
import { type ReleaseName, releases } from "./release.ts";
import { never } from "./upgrades.ts";

/** The network of a name or an ID (`fuji`, `testnet`, `network-9999`, `9999`). Throws FormatError. */
export function findNetwork(nameOrID: string | number): Network {
  const id = typeof nameOrID === "number" ? nameOrID : parseNetworkID(nameOrID);
  if (id === mainnetID) return mainnet;
  if (id === fujiID) return fuji;
  if (id === localID) return local;
  return networkWithLocalParameters(id);
}

/** The network under a release's set of rules. v1.12 knows no upgrade after Etna. */
export function underRelease(network: Network, name: ReleaseName): Network {
  const release = releases[name];
  if (name === "newest") return { ...network, release };
  const upgrades = { ...network.upgrades, fortuna: never, granite: never, helicon: never };
  return { ...network, release, upgrades };
}

/** The network with what a chain was created with: a release's set of rules, and a hardfork if it has one. */
export function underRules(
  network: Network,
  { release, hardfork }: { readonly release: ReleaseName; readonly hardfork: Hardfork | undefined },
): Network {
  const upgrades = hardfork === undefined ? network.upgrades : upgradesOf(hardfork);
  return underRelease({ ...network, upgrades }, release);
}

/** True for public networks, whose parameters no flag may change. */
export function isProductionNetwork(networkID: number): boolean {
  return networkID === mainnetID || networkID === fujiID;
}

/** True for networks with a fixed genesis, which no file may replace. */
export function hasFixedGenesis(networkID: number): boolean {
  return isProductionNetwork(networkID) || networkID === localID;
}
