import { equalBytes, type Id } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
import type { Metadata } from "./metadata.ts";
import { anotherStore } from "./migrations.ts";
import { StoreRefused } from "./store-refused.ts";

/** The network and genesis of a store. */
export type StoreIdentity = {
  readonly networkID: number;
  readonly networkName: string;
  readonly genesisID: Id;
};

export function readIdentity(metadata: Metadata): StoreIdentity | undefined {
  const networkID = metadata.getText("network-id");
  const networkName = metadata.getText("network-name");
  const genesisID = metadata.get("genesis-id");
  if (networkID === undefined || networkName === undefined || genesisID === undefined) {
    return undefined;
  }
  return { networkID: Number(networkID), networkName, genesisID };
}

export function writeIdentity(metadata: Metadata, identity: StoreIdentity): void {
  metadata.setText("network-id", String(identity.networkID));
  metadata.setText("network-name", identity.networkName);
  metadata.set("genesis-id", identity.genesisID);
}

/** The network and genesis that a node expects. Without a genesis ID, any genesis is accepted. */
export type ExpectedIdentity = Omit<StoreIdentity, "genesisID"> & {
  readonly genesisID?: Id | undefined;
};

/** Throws StoreRefused for a store of another network or genesis. */
export function verifyIdentity(
  found: StoreIdentity,
  expected: ExpectedIdentity,
  path: string,
  wayOut = anotherStore,
): void {
  if (found.networkID !== expected.networkID) {
    throw new StoreRefused(
      "other-network",
      `${path} has the chain of network ${found.networkName} (${found.networkID}), but this node runs ${expected.networkName} (${expected.networkID}). Start it with --network-id ${found.networkID}, or ${wayOut}.`,
    );
  }
  if (expected.genesisID !== undefined && !equalBytes(found.genesisID, expected.genesisID)) {
    throw new StoreRefused(
      "other-genesis",
      `${path} has a chain of network ${found.networkName} (${found.networkID}) with genesis ${formatId(found.genesisID)}, but this node's genesis is ${formatId(expected.genesisID)}. Start it with the genesis file of that chain, or a dev node with its --stakers, --balance and --timestamp, or ${wayOut}.`,
    );
  }
}
