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

/** True for the networks that run in public, whose parameters no flag may change. */
export function isProductionNetwork(networkID: number): boolean {
  return networkID === mainnetID || networkID === fujiID;
}

/** True for the networks whose genesis is a fact, so that no file may replace it. */
export function hasFixedGenesis(networkID: number): boolean {
  return isProductionNetwork(networkID) || networkID === localID;
}
