import type { Following } from "../../follow/following.ts";
import { keyOf, type NodeId } from "../../formats/bytes.ts";
import { parseNodeId } from "../../formats/node-id.ts";
import type { ValidatorUptimes } from "../../handlers/context.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { Upgrades } from "../../networks/network.ts";
import { never } from "../../networks/upgrades.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { NetworkView } from "../../watches/observations.ts";

export type NetworkViewOptions = {
  readonly following: () => Pick<Following, "peers" | "progress" | "isBootstrapped"> | undefined;
  readonly store: Pick<ChainStore, "blocks" | "state" | "validators">;
  readonly uptimes: ValidatorUptimes;
  /** The schedule of this node. */
  readonly upgrades: Upgrades;
  readonly nowSeconds: () => bigint;
};

/** What a node sees of its network, for watches. On a dev node, uptimes are those that a developer set. */
export function networkView(options: NetworkViewOptions): NetworkView {
  const { store, uptimes } = options;
  const following = options.following();
  const peers = new Map((following?.peers() ?? []).map((peer) => [keyOf(peer.nodeID), peer]));
  const { phase, reason } = following?.progress() ?? {};
  return {
    nowMs: Date.now(),
    isFollowing: following?.isBootstrapped() ?? false,
    haltReason: phase === "halted" || phase === "outdated" ? (reason ?? phase) : undefined,
    nextUpgrade: nextUpgrade(options, peers),
    validator: (text) => {
      const nodeID = parseNodeId(text) as NodeId;
      const staker = store.state.currentValidator(primaryNetworkID, nodeID);
      if (staker === undefined) return undefined;
      return {
        isConnected: uptimes.isConnected(nodeID),
        uptime: uptimes.uptime(nodeID, staker.startTime),
        peer: peers.get(keyOf(nodeID)),
      };
    },
  };
}

type Announcing = ReadonlyMap<string, { readonly upgradeTime: bigint }>;

/** The next one of the schedule; before it, one that more than half of the connected stake announces. */
function nextUpgrade(
  { store, upgrades, nowSeconds }: NetworkViewOptions,
  peers: Announcing,
): NetworkView["nextUpgrade"] {
  const now = nowSeconds();
  const isNext = (time: bigint) => time > now && time !== never;
  const weights = new Map<bigint, bigint>();
  let heard = 0n;
  if (peers.size > 0) {
    const { height } = store.blocks.lastAccepted();
    for (const { nodeID, weight } of store.validators.setAt(primaryNetworkID, height)) {
      const peer = peers.get(keyOf(nodeID));
      if (peer === undefined) continue;
      heard += weight;
      weights.set(peer.upgradeTime, (weights.get(peer.upgradeTime) ?? 0n) + weight);
    }
  }
  const [announced] = [...weights].find(([, weight]) => weight * 2n > heard) ?? [];
  const scheduled = Object.entries(upgrades).filter(
    (entry): entry is [string, bigint] => typeof entry[1] === "bigint" && isNext(entry[1]),
  );
  const times = scheduled.map(([, time]) => time);
  if (announced !== undefined && isNext(announced)) times.push(announced);
  if (times.length === 0) return undefined;
  const [time] = times.sort((a, b) => (a < b ? -1 : 1)) as [bigint];
  return { time, name: scheduled.find(([, each]) => each === time)?.[0] };
}
