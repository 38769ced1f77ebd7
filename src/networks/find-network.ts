import { fuji } from "./fuji.ts";
import { fujiID, localID, mainnetID, parseNetworkID } from "./ids.ts";
import { local, networkWithLocalParameters } from "./local.ts";
import { mainnet } from "./mainnet.ts";
import type { Network } from "./network.ts";

/** The network of a name or an ID (`fuji`, `testnet`, `network-9999`, `9999`). Throws FormatError. */
export function findNetwork(nameOrID: string | number): Network {
  const id = typeof nameOrID === "number" ? nameOrID : parseNetworkID(nameOrID);
  if (id === mainnetID) return mainnet;
  if (id === fujiID) return fuji;
  if (id === localID) return local;
  return networkWithLocalParameters(id);
}

/** True for public networks, whose parameters no flag may change. */
export function isProductionNetwork(networkID: number): boolean {
  return networkID === mainnetID || networkID === fujiID;
}

/** True for networks with a fixed genesis, which no file may replace. */
export function hasFixedGenesis(networkID: number): boolean {
  return isProductionNetwork(networkID) || networkID === localID;
}
