import type { Registry } from "prom-client";
import type { Following, StoredChainProgress } from "../../follow/following.ts";
import type { FollowPhase, FollowProgress } from "../../follow/progress.ts";
import type { ModeState } from "../mode/mode-state.ts";
import { registerGauge } from "./metrics.ts";

/** Adds the mode of the node and, while it follows a network, how far it is. */
export function registerModeMetrics(registry: Registry, state: ModeState): void {
  registerGauge(registry, "couloir_mode", "The node's mode: dev, follow or offline", () => [
    { value: 1, labels: { mode: state.mode } },
  ]);
  const { source } = state;
  if (source === undefined) return;
  const { following } = source;
  for (const [name, help, read] of progressGauges) {
    registerGauge(registry, `couloir_follow_${name}`, help, () => {
      const value = read(following.progress());
      return value === undefined ? [] : [{ value, labels: {} }];
    });
  }
  registerSnapshotMetrics(registry, () => following.progress());
  registerStoredChains(registry, following);
  registerGauge(registry, "couloir_follow_bootstrapped", "1 while the tip is the network's", () => [
    { value: following.isBootstrapped() ? 1 : 0, labels: {} },
  ]);
  registerGauge(registry, "couloir_follow_peers", "Number of connected peers", () => [
    { value: following.peers().length, labels: {} },
  ]);
  registerGauge(registry, "couloir_follow_phase", "1 for the phase that following is in", () => {
    const { phase } = following.progress();
    return phases.map((each) => ({ value: each === phase ? 1 : 0, labels: { phase: each } }));
  });
}

/** Adds how far the containers of chains are stored that this node does not execute. */
function registerStoredChains(registry: Registry, following: Following): void {
  for (const [name, help, read] of storedChainGauges) {
    registerGauge(registry, `couloir_stored_chain_${name}`, help, () =>
      following.storedChains().flatMap((each) => {
        const value = read(each);
        return value === undefined ? [] : [{ value, labels: { chain: each.chain } }];
      }),
    );
  }
}

const storedChainGauges: readonly [
  name: string,
  help: string,
  read: (chain: StoredChainProgress) => number | undefined,
][] = [
  ["height", "Height of the last stored container", ({ progress }) => Number(progress.height)],
  [
    "network_height",
    "Highest height that the network attested",
    ({ progress: { networkHeight } }) =>
      networkHeight === undefined ? undefined : Number(networkHeight),
  ],
  [
    "start_height",
    "Height of the first stored container",
    ({ startHeight }) => (startHeight === undefined ? undefined : Number(startHeight)),
  ],
  [
    "bootstrapped",
    "1 while every container up to the network's tip is stored",
    ({ isBootstrapped }) => Number(isBootstrapped),
  ],
  [
    "dag_vertices",
    "Vertices of the X-chain's DAG that are fetched or stored; absent without --x-chain-dag",
    ({ dag }) => dag?.vertices,
  ],
  [
    "dag_complete",
    "1 if X/tx and X/vtx have everything from before the X-chain was linear; absent without --x-chain-dag",
    ({ dag }) => (dag === undefined ? undefined : Number(dag.phase === "complete")),
  ],
];

/** Adds whether the state comes from a snapshot, and how far it is verified. */
function registerSnapshotMetrics(registry: Registry, progress: () => FollowProgress): void {
  registerGauge(
    registry,
    "couloir_snapshot_state",
    "1 for the state of the snapshot that the node started from; absent without a snapshot",
    () => {
      const { snapshot } = progress();
      if (snapshot === undefined) return [];
      return snapshotStates.map((state) => ({
        value: snapshot.state === state ? 1 : 0,
        labels: { state },
      }));
    },
  );
  registerGauge(
    registry,
    "couloir_snapshot_replayed_height",
    "Height that the replay of the history has reached while the snapshot is assumed",
    () => {
      const height = progress().snapshot?.replayedHeight;
      return height === undefined ? [] : [{ value: Number(height), labels: {} }];
    },
  );
}

const snapshotStates = ["assumed", "verified", "complete", "refuted"] as const;

const phases = [
  "connecting",
  "bootstrapping",
  "attesting",
  "following",
  "outdated",
  "halted",
] as const satisfies readonly FollowPhase[];

const progressGauges: readonly [
  name: string,
  help: string,
  read: (progress: FollowProgress) => number | undefined,
][] = [
  ["height", "Height of the last accepted block", ({ height }) => Number(height)],
  [
    "network_height",
    "Highest height that the network attested",
    ({ networkHeight }) => (networkHeight === undefined ? undefined : Number(networkHeight)),
  ],
  ["staged_blocks", "Blocks that are fetched and not executed yet", ({ staged }) => staged],
  ["fetched_per_second", "Blocks fetched per second", ({ fetchedPerSecond }) => fetchedPerSecond],
  [
    "executed_per_second",
    "Blocks executed per second",
    ({ executedPerSecond }) => executedPerSecond,
  ],
  [
    "remaining_seconds",
    "Estimated seconds until the node has caught up",
    ({ remainingSeconds }) => remainingSeconds,
  ],
];
