import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Registry } from "prom-client";
import type { ChainStore } from "../../store/chain-store.ts";
import { versions } from "../version.ts";
import { registerGauge, registerMetric } from "./metrics.ts";

const resolutionMs = 20;
const nanosPerSecond = 1e9;

/** Adds the height and time of the chain, and how far its time is behind the clock. */
export function registerChainMetrics(
  registry: Registry,
  { blocks, state }: Pick<ChainStore, "blocks" | "state">,
  nowSeconds: () => bigint,
): void {
  const gauges: readonly [name: string, help: string, read: () => bigint][] = [
    ["height", "Height of the last accepted block", () => blocks.lastAccepted().height],
    ["time_seconds", "Time of the chain in Unix seconds", () => state.timestamp()],
    [
      "lag_seconds",
      "Seconds that the time of the chain is behind the node's clock; an idle chain has no new blocks",
      () => nowSeconds() - state.timestamp(),
    ],
  ];
  for (const [name, help, read] of gauges) {
    registerGauge(registry, `couloir_chain_${name}`, help, () => [
      { value: Number(read()), labels: {} },
    ]);
  }
}

/** Adds version, CPU, memory and event-loop delay, with prom-client's names. */
export function registerProcessMetrics(registry: Registry): void {
  const add = (name: string, help: string, read: () => number) =>
    registerGauge(registry, name, help, () => [{ value: read(), labels: {} }]);
  registerGauge(registry, "couloir_info", "1, with the version as a label", () => [
    { value: 1, labels: { version: versions.application, node: process.version } },
  ]);
  const cpuHelp = "CPU time of the process in seconds";
  registerMetric(registry, "counter", "process_cpu_seconds_total", cpuHelp, () => {
    const { user, system } = process.cpuUsage();
    return [{ value: (user + system) / 1e6, labels: {} }];
  });
  const memory = process.memoryUsage;
  add("process_resident_memory_bytes", "Resident memory in bytes", () => memory().rss);
  add("nodejs_heap_size_used_bytes", "JavaScript heap in use in bytes", () => memory().heapUsed);
  // Counts from the first scrape on; a scrape reports the time since the one before it.
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const seconds = (nanos: number) => (Number.isFinite(nanos) ? nanos / nanosPerSecond : 0);
  add("nodejs_eventloop_lag_p99_seconds", "99th percentile of the event-loop delay", () =>
    seconds(delay.percentile(99)),
  );
  add("nodejs_eventloop_lag_max_seconds", "Longest event-loop delay", () => {
    const longest = seconds(delay.max);
    delay.reset();
    return longest;
  });
}
