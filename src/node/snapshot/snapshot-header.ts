import { formatId } from "../../formats/id.ts";
import { parseTime } from "../../formats/time.ts";
import type { Network } from "../../networks/network.ts";
import { formatUpgrades } from "../../networks/upgrades.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import {
  type SnapshotHeader,
  snapshotVersion,
  validatorsNeededFrom,
} from "../../store/snapshot/content.ts";
import { StartError } from "../node-config.ts";

/** The header of a snapshot of the store's last accepted block. */
export function headerOf(store: ChainStore, network: Network): SnapshotHeader {
  const { id, height } = store.blocks.lastAccepted();
  const timestamp = store.state.timestamp();
  const validatorsFrom = validatorsNeededFrom(store.database(), height);
  return {
    format: "couloir snapshot",
    version: snapshotVersion,
    networkID: network.id,
    network: network.name,
    genesisID: formatId(store.identity()!.genesisID),
    height: height.toString(),
    blockID: formatId(id),
    timestamp: timestamp.toString(),
    validatorsFrom: validatorsFrom.toString(),
    upgrades: activeUpgrades(network, timestamp),
  };
}

/** Throws StartError for a snapshot of another network, or one with other rules. */
export function verifyHeader(
  header: SnapshotHeader,
  { network, genesisID }: { readonly network: Network; readonly genesisID: string },
  file: string,
): void {
  if (header.networkID !== network.id) {
    throw new StartError(
      `the snapshot ${file} is of network ${header.network} (${header.networkID}), but this node runs ${network.name} (${network.id}): start it with --network-id ${header.networkID}, or choose another snapshot`,
    );
  }
  if (header.genesisID !== genesisID) {
    throw new StartError(
      `the snapshot ${file} is of a chain of network ${network.name} with genesis ${header.genesisID}, but this node's genesis is ${genesisID}: start it with the genesis file of that chain, or choose another snapshot`,
    );
  }
  const own = activeUpgrades(network, BigInt(header.timestamp));
  const names = new Set([...Object.keys(own), ...Object.keys(header.upgrades)]);
  const other = [...names].find((name) => own[name] !== header.upgrades[name]);
  if (other === undefined) return;
  throw new StartError(
    `the snapshot ${file} was made under other rules: ${other} is ${header.upgrades[other] ?? "not active"} there and ${own[other] ?? "not active"} here. Use the same --upgrade-file or --hardfork, or a version of Couloir that knows these rules`,
  );
}

/** The upgrades that decided the blocks up to a time. */
function activeUpgrades(
  { upgrades, release }: Network,
  timestamp: bigint,
): Readonly<Record<string, string>> {
  const all = Object.entries(formatUpgrades(upgrades, release));
  const active = all.filter(([name, value]) => {
    const isTime = name.endsWith("Time") && typeof value === "string";
    return isTime && parseTime(value) <= timestamp;
  });
  return Object.fromEntries(active.map(([name, value]) => [name, String(value)]));
}
