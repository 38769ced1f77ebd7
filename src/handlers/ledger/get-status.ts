import { formatId } from "../../formats/id.ts";
import { formatTime } from "../../formats/time.ts";
import type { Handler } from "../handler.ts";
import { completeRanges, tipOf } from "../past/coverage.ts";

/** Whether the ledger is on, and which heights it has. */
export const getStatus: Handler<"ledger.getStatus", "queries"> = (_params, { queries }) => {
  const coverage = queries.ledgerQueries.coverage();
  const { id, height } = queries.blocks.lastAccepted();
  const filling = coverage.gaps.length === 0 ? "on" : "filling";
  return {
    status: coverage.offSince === undefined ? filling : "off",
    complete: completeRanges(coverage, tipOf({ queries })).map(({ from, to }) => ({
      from: from.toString(),
      to: to.toString(),
    })),
    ...(coverage.localFrom > 0 && { localFrom: coverage.localFrom.toString() }),
    ...(coverage.problem !== undefined && { problem: coverage.problem }),
    height: height.toString(),
    blockID: formatId(id),
    time: formatTime(queries.blockTimes.after(height)),
  };
};
