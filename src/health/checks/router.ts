import { formatGoDuration } from "../../formats/duration.ts";
import type { Check } from "../check.ts";

/** API requests that this node is working on. */
export type OutstandingRequests = {
  readonly count: number;
  /** Age of the oldest; 0 when there is none. */
  readonly oldestNanos: bigint;
};

export type RouterThresholds = {
  readonly maxOutstandingRequests: number;
  readonly maxOutstandingDurationMs: number;
};

/**
 * Fails when too many requests wait for an answer, or one for too long. AvalancheGo counts its requests to peers; this
 * node, which has none, those that its own callers wait for. snow/networking/router/chain_router.go:611 @ v1.12.1
 */
export function routerCheck(
  outstanding: () => OutstandingRequests,
  thresholds: RouterThresholds,
): Check {
  const { maxOutstandingRequests } = thresholds;
  const maxDurationNanos = BigInt(thresholds.maxOutstandingDurationMs) * 1_000_000n;
  return () => {
    const { count, oldestNanos } = outstanding();
    const detail = {
      longestRunningRequest: formatGoDuration(oldestNanos),
      outstandingRequests: count,
    };
    const reasons: string[] = [];
    if (count > maxOutstandingRequests) {
      reasons.push(`number of outstanding requests ${count} > ${maxOutstandingRequests}`);
    }
    if (oldestNanos > maxDurationNanos) {
      const limit = formatGoDuration(maxDurationNanos);
      reasons.push(`time for outstanding requests ${detail.longestRunningRequest} > ${limit}`);
    }
    if (reasons.length === 0) return { detail };
    return { detail, error: `the router is not healthy reason: ${reasons.join(", ")}` };
  };
}
