import { parseJson } from "../../formats/json.ts";
import type { SnapshotStatus } from "../chain-queries.ts";
import type { Metadata } from "../metadata.ts";
import type { SnapshotDigests } from "./content.ts";

/**
 * `assumed`: nobody has verified the state of the snapshot yet. `verified`: the replay arrived at the same state, and the
 * history is being added. `complete`: so it has. `refuted`: the replay arrived at another state.
 */
export type SnapshotState = "assumed" | "verified" | "complete" | "refuted";

/** The snapshot that a store was started from. */
export type SnapshotRecord = SnapshotDigests & {
  readonly state: SnapshotState;
  /** The first line. */
  readonly header: string;
  /** Decimal text. */
  readonly height: string;
};

const metadataKey = "snapshot";

/** Undefined for a store that was not started from one. */
export function readSnapshotRecord(metadata: Metadata): SnapshotRecord | undefined {
  const text = metadata.getText(metadataKey);
  return text === undefined ? undefined : (parseJson(text) as unknown as SnapshotRecord);
}

export function snapshotStatus(metadata: Metadata): SnapshotStatus | undefined {
  const record = readSnapshotRecord(metadata);
  if (record === undefined) return undefined;
  const { state, digest, height } = record;
  return { state: state === "complete" ? "verified" : state, height: BigInt(height), digest };
}

export function writeSnapshotRecord(metadata: Metadata, record: SnapshotRecord): void {
  metadata.setText(metadataKey, JSON.stringify(record));
}
