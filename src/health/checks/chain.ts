import { formatGoDuration } from "../../formats/duration.ts";
import type { Check, CheckOutcome } from "../check.ts";

/** What a chain is at. */
export type ChainProgress = {
  readonly lastAcceptedHeight: bigint;
  /** cb58 */
  readonly lastAcceptedID: string;
  /** Blocks that are neither accepted nor rejected yet. */
  readonly processingBlocks: number;
  readonly longestProcessingNanos: bigint;
};

/**
 * Passes, and tells the chain's progress. `undefined` is a chain whose progress this node does not know: while it
 * bootstraps, and of X and C, which it does not run, as long as it has mirrored none of their blocks. AvalancheGo
 * shows an empty `consensus` for a chain that is not in normal operation. snow/networking/handler/health.go @ v1.12.1
 */
export function chainCheck(progress: () => ChainProgress | undefined): Check {
  return () => ({
    detail: {
      engine: { consensus: consensus(progress()), vm: null },
      // No vote is taken, so no validator is missed.
      networking: { disconnectedValidators: [], percentConnected: 1 },
    },
  });
}

/** Fails for ever: a chain of a tracked subnet whose virtual machine this node does not have. */
export function missingChainCheck(subnetID: string, cause: string): Check {
  const outcome: CheckOutcome = {
    error: `failed to create chain on subnet ${subnetID}: ${cause}`,
  };
  return () => outcome;
}

function consensus(progress: ChainProgress | undefined) {
  if (progress === undefined) return {};
  return {
    lastAcceptedHeight: progress.lastAcceptedHeight,
    lastAcceptedID: progress.lastAcceptedID,
    longestProcessingBlock: formatGoDuration(progress.longestProcessingNanos),
    processingBlocks: progress.processingBlocks,
  };
}
