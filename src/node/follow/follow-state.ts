import type { FollowState } from "../../health/checks/following.ts";
import type { PeerTraffic } from "../../health/checks/traffic.ts";
import type { Clock } from "../clock.ts";
import type { NetworkSource } from "./network-source.ts";
import { peerTraffic } from "./peer-views.ts";

/** How far following is, for health. */
export function followState({ following }: Pick<NetworkSource, "following">): FollowState {
  const progress = following.progress();
  const problems = following.warnings();
  return {
    phase: progress.phase,
    height: progress.height,
    networkHeight: progress.networkHeight,
    blocksPerSecond: progress.executedPerSecond,
    remainingSeconds: progress.remainingSeconds,
    reason: progress.reason,
    storedChains: following.storedChains().map(({ chain, progress: stored, ...known }) => ({
      chain,
      phase: stored.phase,
      startHeight: known.startHeight,
      height: stored.height,
      networkHeight: stored.networkHeight,
      unverifiedTo: known.unverifiedTo,
      dag: known.dag,
    })),
    warning: problems.length === 0 ? undefined : problems.join("; "),
  };
}

/** Only a node that follows over peers depends on them. */
export function networkTraffic(
  source: NetworkSource | undefined,
  clock: Pick<Clock, "nowMillis">,
): PeerTraffic {
  if (source === undefined) return { required: false, connectedPeers: 0, sendFailRate: 0 };
  const { following } = source;
  const sendFailRate = following.traffic()?.sendFailRate ?? 0;
  const traffic = peerTraffic(following.peers(), sendFailRate, clock.nowMillis());
  return { required: source.over === "peers", ...traffic };
}
