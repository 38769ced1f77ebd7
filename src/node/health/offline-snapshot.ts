import type { SnapshotCheckState } from "../../health/checks/following.ts";
import type { Metadata } from "../../store/metadata.ts";
import { readSnapshotRecord } from "../../store/snapshot/record.ts";

/** The snapshot of a node that follows no network, so that nothing verifies it. */
export function offlineSnapshot(metadata: Metadata): SnapshotCheckState | undefined {
  const record = readSnapshotRecord(metadata);
  if (record === undefined) return undefined;
  const { state, digest, height } = record;
  const progress = { replayedHeight: undefined, remainingSeconds: undefined };
  return { state, digest, height: BigInt(height), ...progress };
}
