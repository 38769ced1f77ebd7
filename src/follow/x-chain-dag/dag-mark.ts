import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { Metadata } from "../../store/metadata.ts";
import { appliedContainers } from "../stored-chain/shared-memory-feed.ts";

const key = "x-chain-dag";

/** Notes that the indices of the X-chain have the DAG up to its stop vertex, and how many transactions are in it. */
export function markDagStored(
  metadata: Pick<Metadata, "setText">,
  stopVertexID: Id,
  txCount: bigint,
): void {
  metadata.setText(key, `${formatId(stopVertexID)} ${txCount}`);
}

export function isDagStored(metadata: Pick<Metadata, "getText">, stopVertexID: Id): boolean {
  return storedTxs(metadata, stopVertexID) !== undefined;
}

/** Whether shared memory has what the DAG's transactions exported and imported, too. */
export function isDagApplied(metadata: Pick<Metadata, "getText">, stopVertexID: Id): boolean {
  const count = storedTxs(metadata, stopVertexID);
  return count !== undefined && appliedContainers("X/tx", metadata) >= count;
}

function storedTxs(metadata: Pick<Metadata, "getText">, stopVertexID: Id): bigint | undefined {
  const [id, count] = metadata.getText(key)?.split(" ") ?? [];
  return id === formatId(stopVertexID) ? BigInt(count!) : undefined;
}
