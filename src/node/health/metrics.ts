import type { Metric, MetricValue, Registry } from "prom-client";
import type { NodeId } from "../../formats/bytes.ts";
import type { Health } from "../../health/health.ts";
import type { KeystoreCounts } from "../../keystore/keystore.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type { State } from "../../pchain/state/state.ts";

/** Adds the number of failing checks by worker and tag. avalanchego api/health/health.go @ v1.12.1 */
export function registerHealthMetrics(registry: Registry, health: Health): void {
  const help = "number of currently failing health checks";
  registerGauge(registry, "avalanche_health_checks_failing", help, () =>
    health.workers.flatMap((worker): MetricValue<string>[] =>
      [...worker.failing()].map(([tag, value]) => ({ value, labels: { check: worker.name, tag } })),
    ),
  );
}

/** The part of the mempool that is counted. */
export type MempoolRoom = {
  /** Transactions that wait. */
  readonly size: number;
  /** What is left of the limit, in bytes or in gas. */
  readonly room: { readonly unit: "bytes" | "gas"; readonly available: number };
};

/**
 * Adds the number of waiting transactions and the remaining space. avalanchego vms/txs/mempool/metrics.go @ v1.12.1,
 * vms/platformvm/txs/mempool/mempool.go @ v1.15.0-fuji
 */
export function registerMempoolMetrics(registry: Registry, mempool: MempoolRoom): void {
  const labels = { chain: "P" };
  const name = "avalanche_platformvm_mempool";
  registerGauge(registry, `${name}_count`, "Number of transactions in the mempool", () => [
    { value: mempool.size, labels },
  ]);
  const { unit } = mempool.room;
  registerGauge(registry, `${name}_${unit}_available`, roomHelp[unit], () => [
    { value: mempool.room.available, labels },
  ]);
}

/** Adds what delegators stake on this node on the primary network. A metric of AvalancheGo after v1.15.0. */
export function registerDelegatedStakeMetric(
  registry: Registry,
  nodeID: NodeId,
  state: Pick<State, "currentDelegators">,
): void {
  const name = "avalanche_platformvm_local_delegated_staked";
  const help = "Amount (in nAVAX) of AVAX delegated to this node on the primary network";
  registerGauge(registry, name, help, () => {
    let staked = 0n;
    for (const { weight } of state.currentDelegators(primaryNetworkID, nodeID)) staked += weight;
    return [{ value: Number(staked), labels: { chain: "P" } }];
  });
}

/** Adds the number of log lines that could not be written since the start. */
export function registerLogMetrics(
  registry: Registry,
  lostLines: () => Readonly<Record<string, number>>,
): void {
  const help = "Log lines that could not be written since the start";
  registerGauge(registry, "couloir_log_lost_lines", help, () =>
    Object.entries(lostLines()).map(([destination, value]) => ({ value, labels: { destination } })),
  );
}

/** Adds whether the store is intact and can be written. */
export function registerStoreMetrics(
  registry: Registry,
  condition: { readonly damage: string | undefined; readonly writeProblem: string | undefined },
): void {
  const flag = (problem: string | undefined) => [
    { value: problem === undefined ? 0 : 1, labels: {} },
  ];
  registerGauge(registry, "couloir_store_damaged", "1 if the store is damaged", () =>
    flag(condition.damage),
  );
  registerGauge(registry, "couloir_store_unwritable", "1 while the store cannot be written", () =>
    flag(condition.writeProblem),
  );
}

/** Adds how busy the keystore is, and how often a password was wrong. */
export function registerKeystoreMetrics(
  registry: Registry,
  keystore: { counts(): KeystoreCounts },
): void {
  const gauges: Readonly<Record<keyof KeystoreCounts, readonly [name: string, help: string]>> = {
    derivationsRunning: ["derivations_running", "Key derivations in progress"],
    derivationsWaiting: ["derivations_waiting", "Calls that wait for a key derivation"],
    wrongPasswords: ["wrong_passwords", "Wrong passwords since the start"],
  };
  for (const [count, [name, help]] of Object.entries(gauges)) {
    registerGauge(registry, `couloir_keystore_${name}`, help, () => [
      { value: keystore.counts()[count as keyof KeystoreCounts], labels: {} },
    ]);
  }
}

const roomHelp = {
  bytes: "Number of bytes of space currently available in the mempool",
  gas: "Gas that is available in the mempool",
} as const;

export type MetricType = "gauge" | "counter" | "histogram";

/** Adds a gauge whose value is read at each scrape. */
export function registerGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => MetricValue<string>[],
): void {
  registerMetric(registry, "gauge", name, help, read);
}

/** Adds a metric whose value is read at each scrape. */
export function registerMetric(
  registry: Registry,
  type: MetricType,
  name: string,
  help: string,
  read: () => MetricValue<string>[],
): void {
  const get = async () => ({ name, help, type, aggregator: "sum", values: read() });
  // A registry needs only these members, so prom-client does not have to be loaded here.
  registry.registerMetric({ name, get } as unknown as Metric);
}
