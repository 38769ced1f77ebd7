import type { Handler } from "../handler.ts";

/** Takes a snapshot that dev.revert can restore. */
export const snapshot: Handler<"dev.snapshot", "dev" | "queries"> = (_params, { dev, queries }) => {
  const snapshotID = dev.takeSnapshot();
  return { snapshotID, height: queries.blocks.lastAccepted().height.toString() };
};
