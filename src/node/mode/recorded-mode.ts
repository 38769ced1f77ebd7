import type { ChainStore } from "../../store/chain-store.ts";
import { StartError } from "../node-config.ts";
import type { Mode } from "./decide-mode.ts";

const metadataKey = "mode";

/**
 * Records in the store who makes its blocks, so that self-made and followed blocks never mix. `offline` makes and
 * follows none and fits every store. Throws StartError if the store has blocks of the other kind.
 */
export function recordMode(
  { metadata, blocks }: Pick<ChainStore, "metadata" | "blocks">,
  mode: Mode,
): void {
  if (mode === "offline") return;
  const recorded = metadata.getText(metadataKey);
  const known = recordedMode({ metadata, blocks });
  if (known !== undefined && known !== mode) throw new StartError(refusals[mode]);
  if (recorded === undefined) metadata.setText(metadataKey, mode);
}

/** Records that the blocks before a snapshot are a network's. */
export function recordFollowing(metadata: ChainStore["metadata"]): void {
  metadata.setText(metadataKey, "follow");
}

/** Who made the blocks of a store: `dev` or `follow`. Undefined if nobody has. */
export function recordedMode({
  metadata,
  blocks,
}: Pick<ChainStore, "metadata" | "blocks">): string | undefined {
  // Stores of versions that could not follow have no record, and blocks only if the node made them.
  const isOwn = blocks.lastAccepted().height > 0n;
  return metadata.getText(metadataKey) ?? (isOwn ? "dev" : undefined);
}

const refusals: Readonly<Record<Exclude<Mode, "offline">, string>> = {
  follow:
    "the database has blocks that this node built itself, so it cannot follow a network: choose another --data-dir, or delete the network's folder in --db-dir",
  dev: "the database follows a network, so this node cannot add blocks of its own: pass --bootstrap-ips and --bootstrap-ids or --upstream to follow, --offline to read it, or choose another --data-dir",
};
