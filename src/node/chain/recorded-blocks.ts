import type { Metadata } from "../../store/metadata.ts";

const metadataKey = "blocks";
const recorded = "recorded";

/** Records in a store that its blocks were replayed: a node that opens it then builds no blocks by default. */
export function markRecorded(metadata: Metadata): void {
  metadata.setText(metadataKey, recorded);
}

export function areBlocksRecorded(metadata: Metadata): boolean {
  return metadata.getText(metadataKey) === recorded;
}
