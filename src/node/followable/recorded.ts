import type { Metadata } from "../../store/metadata.ts";
import { StartError } from "../node-config.ts";

const metadataKey = "followable";

/** Records that followers may have the blocks of a store. Throws StartError if the node would add other ones to them. */
export function recordFollowable(metadata: Metadata, isFollowable: boolean): void {
  if (isFollowable) metadata.setText(metadataKey, "true");
  if (isFollowable || metadata.getText(metadataKey) === undefined) return;
  throw new StartError(
    "the database was made with --followable, and its followers would reject other blocks: add --followable, or choose another --data-dir",
  );
}
