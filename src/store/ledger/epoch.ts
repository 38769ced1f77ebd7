import { randomUUID } from "node:crypto";
import type { Metadata } from "../metadata.ts";

const metadataKey = "ledger-epoch";

/** Names the rows of a store, for a copy of them elsewhere. It changes when the rows of old blocks do. */
export function ledgerEpoch(metadata: Metadata): string {
  const known = metadata.getText(metadataKey);
  if (known !== undefined) return known;
  return renewLedgerEpoch(metadata);
}

export function renewLedgerEpoch(metadata: Metadata): string {
  const epoch = randomUUID();
  metadata.setText(metadataKey, epoch);
  return epoch;
}

/** Call it when the store was filled with another state. */
export function keepLedgerEpoch(metadata: Metadata, epoch: string): void {
  metadata.setText(metadataKey, epoch);
}
