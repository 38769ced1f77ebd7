import { formatGoDuration } from "../../formats/duration.ts";
import type { Check } from "../check.ts";

/** What a node knows of its peers. */
export type PeerTraffic = {
  /** Whether the node depends on peers; one that produces its own blocks does not. */
  readonly required: boolean;
  readonly connectedPeers: number;
  /** Share of recent messages that could not be sent, 0 to 1. */
  readonly sendFailRate: number;
  /** Absent until the first message. */
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
 * Tells the traffic with peers, and fails where it is too little for a node that depends on them; AvalancheGo mutes the
 * failure the same way, by sybil protection. network/network.go:358 @ v1.12.1
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
