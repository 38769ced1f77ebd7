import type { Registry } from "prom-client";
import type { LedgerFilling } from "../filling/ledger-filling.ts";
import { registerGauge } from "./metrics.ts";

/** Adds how far the ledger is filled. */
export function registerFillingMetrics(
  registry: Registry,
  filling: Pick<LedgerFilling, "progress">,
): void {
  const missing = "Blocks whose rows the ledger lacks until it is filled";
  registerGauge(registry, "couloir_ledger_missing_blocks", missing, () => [
    { value: filling.progress().missing, labels: {} },
  ]);
  const stopped = "1 while the rows that the ledger lacks cannot be filled";
  registerGauge(registry, "couloir_ledger_filling_stopped", stopped, () => [
    { value: filling.progress().problem === undefined ? 0 : 1, labels: {} },
  ]);
  const rate = "Blocks per second whose rows are filled into the ledger";
  registerGauge(registry, "couloir_ledger_filled_per_second", rate, () => [
    { value: filling.progress().blocksPerSecond, labels: {} },
  ]);
}
