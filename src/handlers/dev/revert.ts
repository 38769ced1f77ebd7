import { formatGoQuoted } from "../../formats/go-quote.ts";
import { errors } from "../../generated/errors.ts";
import type { Handler } from "../handler.ts";

/** Restores a snapshot. */
export const revert: Handler<"dev.revert", "dev" | "queries"> = (
  { snapshotID },
  { dev, queries },
) => {
  if (!dev.revert(snapshotID)) {
    throw errors.snapshotNotFound({ quotedSnapshotID: formatGoQuoted(snapshotID) });
  }
  return {
    height: queries.blocks.lastAccepted().height.toString(),
    timestamp: dev.clock().unixSeconds.toString(),
  };
};
