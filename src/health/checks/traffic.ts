import { formatGoDuration } from "../../formats/duration.ts";
import type { Check } from "../check.ts";

/** What a node knows about its peers. */
export type PeerTraffic = {
  /** Whether the node depends on peers; one that produces its own blocks does not. */
  readonly required: boolean;
  readonly connectedPeers: number;
  /** Share of recent messages that could not be sent, 0 to 1. */
  readonly sendFailRate: number;
  /** Absent before the first message. */
  readonly nanosSinceReceived?: bigint;
  readonly nanosSinceSent?: bigint;
};

/** Thresholds of the flags `network-health-*`. */
export type NetworkThresholds = {
  readonly minConnectedPeers: number;
  readonly maxTimeSinceReceivedMs: number;
  readonly maxTimeSinceSentMs: number;
  readonly maxSendFailRate: number;
};

/**
 * Reports the traffic with peers. Fails when a node that depends on peers has too little of it;
 * AvalancheGo suppresses the failure the same way, without sybil protection.
 * network/network.go:358 @ v1.12.1
 */
export function networkCheck(traffic: () => PeerTraffic, thresholds: NetworkThresholds): Check {
  return () => {
    const now = traffic();
    const { connectedPeers, sendFailRate, nanosSinceReceived, nanosSinceSent } = now;
    const detail = {
      connectedPeers,
      sendFailRate,
      ...(nanosSinceReceived !== undefined && {
        timeSinceLastMsgReceived: formatGoDuration(nanosSinceReceived),
      }),
      ...(nanosSinceSent !== undefined && {
        timeSinceLastMsgSent: formatGoDuration(nanosSinceSent),
      }),
    };
    const reasons = now.required ? reasonsAgainst(now, thresholds) : [];
    if (reasons.length === 0) return { detail };
    return { detail, error: `network layer is unhealthy reason: ${reasons.join(", ")}` };
  };
}

function reasonsAgainst(traffic: PeerTraffic, thresholds: NetworkThresholds): string[] {
  const { connectedPeers, sendFailRate, nanosSinceReceived, nanosSinceSent } = traffic;
  const { minConnectedPeers, maxSendFailRate } = thresholds;
  const reasons: string[] = [];
  if (connectedPeers < minConnectedPeers) {
    reasons.push(
      `not connected to a minimum of ${minConnectedPeers} peer(s) only ${connectedPeers}`,
    );
  }
  const receivedLimit = nanos(thresholds.maxTimeSinceReceivedMs);
  if (nanosSinceReceived === undefined) {
    reasons.push("no messages received from network");
  } else if (nanosSinceReceived > receivedLimit) {
    reasons.push(
      `no messages from network received in ${exceeds(nanosSinceReceived, receivedLimit)}`,
    );
  }
  const sentLimit = nanos(thresholds.maxTimeSinceSentMs);
  if (nanosSinceSent === undefined) {
    reasons.push("no messages sent to network");
  } else if (nanosSinceSent > sentLimit) {
    reasons.push(`no messages from network sent in ${exceeds(nanosSinceSent, sentLimit)}`);
  }
  if (sendFailRate > maxSendFailRate) {
    reasons.push(`messages failure send rate ${sendFailRate} > ${maxSendFailRate}`);
  }
  return reasons;
}

function exceeds(actual: bigint, limit: bigint): string {
  return `${formatGoDuration(actual)} > ${formatGoDuration(limit)}`;
}

function nanos(milliseconds: number): bigint {
  return BigInt(milliseconds) * 1_000_000n;
}

/** API requests that wait for a response. */
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
 * Fails when too many requests are outstanding, or one for too long. AvalancheGo counts its requests
 * to peers; this node has no peers and counts the API requests of its callers.
 * snow/networking/router/chain_router.go:611 @ v1.12.1
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
