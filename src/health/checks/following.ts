import type { JsonValue } from "../../formats/json.ts";
import type { Check } from "../check.ts";

/** How far the following of a network is. */
export type FollowState = {
  /** `connecting`, `bootstrapping`, `attesting`, `following`, `outdated` or `halted`. */
  readonly phase: string;
  readonly height: bigint;
  /** The highest attested height; undefined before there is one. */
  readonly networkHeight: bigint | undefined;
  readonly blocksPerSecond: number;
  readonly remainingSeconds: number | undefined;
  /** Why following halted, or what makes the node outdated. */
  readonly reason: string | undefined;
  /** Something that needs the operator before it stops the node. */
  readonly warning: string | undefined;
  /** The chains that are followed beside the P-chain. */
  readonly storedChains: readonly StoredChainState[];
};

/** How far the containers of a chain are stored that this node does not execute. */
export type StoredChainState = {
  readonly chain: string;
  readonly phase: string;
  /** Of the first stored container; undefined until it is fixed. */
  readonly startHeight: bigint | undefined;
  readonly height: bigint;
  readonly networkHeight: bigint | undefined;
  /** The last height whose transactions between chains no hash covers; absent if there is none. */
  readonly unverifiedTo?: bigint | undefined;
  /** Of the DAG that the X-chain was before it was linear; absent if it is not fetched. */
  readonly dag?: DagState | undefined;
};

export type DagState = {
  readonly phase: string;
  readonly vertices: number;
  readonly txs: number;
};

/** Reports how far following is. Fails once it has halted or is outdated: only a newer version of this program can go on. */
export function followingCheck(state: () => FollowState): Check {
  return () => {
    const current = state();
    const detail = detailOf(current);
    const { phase, reason = "unknown reason" } = current;
    if (phase === "outdated") return { detail, error: `outdated: ${reason}` };
    if (phase !== "halted") return { detail };
    return { detail, error: `following halted: ${reason}` };
  };
}

/** The snapshot that a node was started from. */
export type SnapshotCheckState = {
  /** `assumed`, `verified`, `complete` or `refuted`. */
  readonly state: string;
  readonly digest: string;
  readonly height: bigint;
  readonly replayedHeight: bigint | undefined;
  readonly remainingSeconds: number | undefined;
};

/** Reports whether the state is only assumed; fails if the replayed history refutes it. */
export function snapshotCheck(state: () => SnapshotCheckState | undefined): Check {
  return () => {
    const current = state();
    if (current === undefined) return { detail: "none" };
    const detail = snapshotDetail(current);
    if (current.state !== "refuted") return { detail };
    return {
      detail,
      error: "the replayed history refutes the snapshot that the node was started from",
    };
  };
}

function snapshotDetail(current: SnapshotCheckState): JsonValue {
  const { state, digest, height, replayedHeight, remainingSeconds } = current;
  const isComplete = state === "complete";
  const detail = {
    state: isComplete ? "verified" : state,
    height: height.toString(),
    digest,
    isHistoryComplete: isComplete,
  };
  if (state !== "assumed") return detail;
  return {
    ...detail,
    replayedHeight: (replayedHeight ?? 0n).toString(),
    ...(remainingSeconds !== undefined && { remainingSeconds: Math.round(remainingSeconds) }),
  };
}

/** A follower that is farther behind answers from the past. */
const lagMax = 10n;

/** Fails while the chain is not close to the network's, so that a load balancer sends requests elsewhere. */
export function laggingCheck(state: () => FollowState): Check {
  return () => {
    const current = state();
    const { phase, height, networkHeight } = current;
    const detail = detailOf(current);
    if (phase !== "following" && phase !== "attesting") {
      return { detail, error: `not following: ${phase}` };
    }
    const lag = networkHeight === undefined ? 0n : networkHeight - height;
    return lag <= lagMax ? { detail } : { detail, error: `${lag} blocks behind the network` };
  };
}

function detailOf(state: FollowState): JsonValue {
  const { phase, height, networkHeight, blocksPerSecond, remainingSeconds, warning } = state;
  const { storedChains } = state;
  return {
    phase,
    height: height.toString(),
    ...(networkHeight !== undefined && { networkHeight: networkHeight.toString() }),
    blocksPerSecond: Math.round(blocksPerSecond),
    ...(remainingSeconds !== undefined && { remainingSeconds: Math.round(remainingSeconds) }),
    ...(warning !== undefined && { warning }),
    ...(storedChains.length > 0 && {
      storedChains: Object.fromEntries(
        storedChains.map((each) => [each.chain, storedDetail(each)]),
      ),
    }),
  };
}

/** Acceptance is attested; whether a block is valid is not verified. */
function storedDetail(state: StoredChainState): JsonValue {
  const { phase, startHeight, height, networkHeight, unverifiedTo, dag } = state;
  return {
    phase,
    ...(startHeight !== undefined && { startHeight: startHeight.toString() }),
    height: height.toString(),
    ...(networkHeight !== undefined && { networkHeight: networkHeight.toString() }),
    isExecuted: false,
    ...(unverifiedTo !== undefined && { sharedMemoryUnverifiedTo: unverifiedTo.toString() }),
    ...(dag !== undefined && { dag: { phase: dag.phase, vertices: dag.vertices, txs: dag.txs } }),
  };
}
