import type { Metadata } from "../../store/metadata.ts";

const metadataKey = "blocks";
const recorded = "recorded";

/** Notes in a store that its blocks are replayed ones: a node that opens it adds none of its own unless asked. */
export function markRecorded(metadata: Metadata): void {
  metadata.setText(metadataKey, recorded);
}

export function areBlocksRecorded(metadata: Metadata): boolean {
  return metadata.getText(metadataKey) === recorded;
}
