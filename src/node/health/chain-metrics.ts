import type { MetricValue, Registry } from "prom-client";
import type { BlockFigures, BlockTimes } from "../../chain/block-counts.ts";
import type { PollFigures } from "../../follow/poll-counts.ts";
import type { Peers } from "../../handlers/context.ts";
import type { ChainProgress } from "../../health/checks/chain.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { WriteFigures } from "../../store/write-counts.ts";
import { type MetricType, registerMetric } from "./metrics.ts";

/** What the node knows about its chains. */
export type ChainFacts = {
  readonly blocks: () => BlockFigures;
  readonly writes: () => WriteFigures;
  /** Undefined for a chain that this node neither runs nor mirrors. */
  readonly progress: (alias: "P" | "X" | "C") => ChainProgress | undefined;
  readonly isBootstrapped: () => boolean;
  /** Of the chains that are followed beside the P-chain. */
  readonly storedChains: () => readonly {
    readonly chain: "X" | "C";
    readonly isBootstrapped: boolean;
  }[];
  /** Stake on the primary network, in nAVAX. */
  readonly totalStake: () => bigint;
  /** Share of the stake that the node is connected to, 0 to 1. */
  readonly connectedShare: () => number;
  /** Undefined if the node does not poll validators. */
  readonly polls: () => PollFigures | undefined;
  readonly uptime: Peers["uptime"];
};

/**
 * Adds what the node knows about its chains under AvalancheGo's names. avalanchego snow/consensus/snowman/metrics.go @ v1.14.2,
 * snow/engine/snowman/metrics.go @ v1.14.2, vms/metervm/block_metrics.go @ v1.14.2, database/meterdb/db.go @ v1.14.2,
 * vms/platformvm/metrics/metrics.go @ v1.14.2
 */
export function registerChainFacts(registry: Registry, facts: ChainFacts): void {
  for (const [name, help, type, read] of ofP) {
    registerMetric(registry, type, `avalanche_${name}`, help, () => {
      const value = read(facts);
      return value === undefined ? [] : [{ value, labels: pChain }];
    });
  }
  registerPerChain(registry, facts);
  registerWrites(registry, facts);
  registerOwnUptime(registry, facts);
}

const pChain = { chain: "P" };

type Read = (facts: ChainFacts) => number | undefined;

const times = (
  name: string,
  what: string,
  read: (facts: ChainFacts) => BlockTimes,
): [string, string, MetricType, Read][] => [
  [`${name}_count`, `Total # of observations of ${what}`, "counter", (facts) => read(facts).count],
  [`${name}_sum`, `Sum of ${what}`, "gauge", (facts) => nanos(read(facts).durationMs)],
];

/** No block competes with another one here: a block is made by this node, or the network has accepted it. */
const noRival: BlockTimes = { count: 0, durationMs: 0 };

const ofP: readonly (readonly [name: string, help: string, type: MetricType, read: Read])[] = [
  ...times(
    "snowman_blks_accepted",
    "time (in ns) from issuance of a block to its acceptance",
    ({ blocks }) => blocks().accepted,
  ),
  ...times(
    "snowman_blks_rejected",
    "time (in ns) from issuance of a block to its rejection",
    () => noRival,
  ),
  ...times("meterchainvm_verify", "time (in ns) of a verify", ({ blocks }) => blocks().verified),
  ...times(
    "meterchainvm_verify_err",
    "time (in ns) of a verify_err",
    ({ blocks }) => blocks().invalid,
  ),
  [
    "snowman_blks_built",
    "Number of blocks that have been built locally",
    "counter",
    ({ blocks }) => blocks().built,
  ],
  [
    "snowman_blks_processing",
    "number of blocks currently processing",
    "gauge",
    ({ progress }) => progress("P")?.processingBlocks,
  ],
  ["snowman_polls", "Number of pending network polls", "gauge", ({ polls }) => polls()?.open],
  [
    "snowman_polls_successful",
    "number of successful polls",
    "counter",
    ({ polls }) => polls()?.successful,
  ],
  ["snowman_polls_failed", "number of failed polls", "counter", ({ polls }) => polls()?.failed],
  [
    "platformvm_total_staked",
    "Amount (in nAVAX) of AVAX staked on the Primary Network",
    "gauge",
    ({ totalStake }) => Number(totalStake()),
  ],
  [
    "stake_percent_connected",
    "Percent of connected stake",
    "gauge",
    ({ connectedShare }) => connectedShare(),
  ],
];

/** Of X and C, a node knows what it mirrors. */
function registerPerChain(
  registry: Registry,
  { progress, isBootstrapped, storedChains }: ChainFacts,
): void {
  const height = "Last height accepted";
  registerMetric(registry, "gauge", "avalanche_snowman_last_accepted_height", height, () =>
    (["P", "X", "C"] as const).flatMap((chain): MetricValue<string>[] => {
      const known = progress(chain);
      return known === undefined
        ? []
        : [{ value: Number(known.lastAcceptedHeight), labels: { chain } }];
    }),
  );
  const finished =
    "Whether or not bootstrap process has completed. 1 is success, 0 is fail or ongoing.";
  registerMetric(registry, "gauge", "avalanche_snowman_bootstrap_finished", finished, () => [
    { value: Number(isBootstrapped()), labels: pChain },
    ...storedChains().map((each) => ({
      value: Number(each.isBootstrapped),
      labels: { chain: each.chain },
    })),
  ]);
}

/** A block, or a batch of them, is written as AvalancheGo writes a batch. */
function registerWrites(registry: Registry, { writes }: ChainFacts): void {
  const labels = { ...pChain, method: "batch_write" };
  const add = (type: MetricType, name: string, help: string, read: (all: WriteFigures) => number) =>
    registerMetric(registry, type, `avalanche_meterdb_${name}`, help, () => [
      { value: read(writes()), labels },
    ]);
  add("counter", "calls", "number of calls to the database", ({ count }) => count);
  add("gauge", "duration", "time spent in database calls (ns)", (all) => nanos(all.durationMs));
  add("counter", "size", "size of data passed in database calls", ({ bytes }) => bytes);
}

/** What validators observe of this node, in percent; 0 for a node that is not one, as in AvalancheGo. */
function registerOwnUptime(registry: Registry, { uptime }: ChainFacts): void {
  const add = (name: string, help: string, which: "weightedAverage" | "rewarding") =>
    registerMetric(registry, "gauge", `avalanche_network_node_uptime_${name}`, help, () => [
      { value: uptime(primaryNetworkID)?.[which] ?? 0, labels: {} },
    ]);
  const average = "This node's uptime average weighted by observing peer stakes";
  add("weighted_average", average, "weightedAverage");
  const rewarding = "The percentage of total stake which thinks this node is eligible for rewards";
  add("rewarding_stake", rewarding, "rewarding");
}

function nanos(millis: number): number {
  return Math.round(millis * 1e6);
}
