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

/** How much of the stake on a chain a node is connected to. */
export type StakeConnection = {
  readonly disconnectedValidators: readonly string[];
  /** 0 to 1. */
  readonly share: number;
  /** The check fails below it. */
  readonly neededShare: number;
};

/** A dev node makes its blocks alone: nobody votes, so no validator can be disconnected. */
const nobodyVotes: StakeConnection = { disconnectedValidators: [], share: 1, neededShare: 0 };

/**
 * Reports the chain's progress, and fails if the node is connected to too little stake. `undefined` means unknown progress: while the chain
 * bootstraps, and for X and C, which this node does not run, before it has mirrored one of their
 * blocks. AvalancheGo reports an empty `consensus` for a chain that is not in normal operation.
 * snow/networking/handler/health.go @ v1.12.1
 */
export function chainCheck(
  progress: () => ChainProgress | undefined,
  connection: () => StakeConnection = () => nobodyVotes,
): Check {
  return () => {
    const { disconnectedValidators, share, neededShare } = connection();
    const detail = {
      engine: { consensus: consensus(progress()), vm: null },
      networking: { disconnectedValidators, percentConnected: share },
    };
    if (share >= neededShare) return { detail };
    const [connected, needed] = [share, neededShare].map((each) => `${(100 * each).toFixed(6)}%`);
    const error = `networking: not connected to enough stake: connected to ${connected}; required at least ${needed}`;
    return { detail, error };
  };
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
