import { formatGoDuration } from "../../formats/duration.ts";
import type { Check, CheckOutcome } from "../check.ts";

/** The progress of a chain. */
export type ChainProgress = {
  readonly lastAcceptedHeight: bigint;
  /** cb58 */
  readonly lastAcceptedID: string;
  /** Blocks that are not yet accepted or rejected. */
  readonly processingBlocks: number;
  readonly longestProcessingNanos: bigint;
};

/**
 * Always passes, and reports the chain's progress. `undefined` means unknown progress: while the chain
 * bootstraps, and for X and C, which this node does not run, before it has mirrored one of their
 * blocks. AvalancheGo reports an empty `consensus` for a chain that is not in normal operation.
 * snow/networking/handler/health.go @ v1.12.1
 */
export function chainCheck(progress: () => ChainProgress | undefined): Check {
  return () => ({
    detail: {
      engine: { consensus: consensus(progress()), vm: null },
      // Nobody votes, so no validator can be disconnected.
      networking: { disconnectedValidators: [], percentConnected: 1 },
    },
  });
}

/** Always fails: for a chain of a tracked subnet whose virtual machine this node does not have. */
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
