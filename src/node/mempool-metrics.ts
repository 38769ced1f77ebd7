import type { Registry } from "prom-client";
import { registerGauge } from "./gauge.ts";

/** The part of the mempool that is counted. */
export type MempoolRoom = {
  /** Transactions that wait. */
  readonly size: number;
  readonly bytesAvailable: number;
};

/** Adds what waits for a block, and how much room there is. avalanchego vms/txs/mempool/metrics.go @ v1.12.1 */
export function registerMempoolMetrics(registry: Registry, mempool: MempoolRoom): void {
  const labels = { chain: "P" };
  const name = "avalanche_platformvm_mempool";
  registerGauge(registry, `${name}_count`, "Number of transactions in the mempool", () => [
    { value: mempool.size, labels },
  ]);
  const help = "Number of bytes of space currently available in the mempool";
  registerGauge(registry, `${name}_bytes_available`, help, () => [
    { value: mempool.bytesAvailable, labels },
  ]);
}
