import type { Handler } from "../handler.ts";

/** Keeps the present, to come back to it. */
export const snapshot: Handler<"dev.snapshot", "dev" | "queries"> = (_params, { dev, queries }) => {
  const snapshotID = dev.takeSnapshot();
  return { snapshotID, height: queries.blocks.lastAccepted().height.toString() };
};
