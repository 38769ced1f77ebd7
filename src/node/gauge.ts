import type { Metric, MetricValue, Registry } from "prom-client";

/** Adds a gauge that is read whenever it is asked for. */
export function registerGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => MetricValue<string>[],
): void {
  const get = async () => ({ name, help, type: "gauge", aggregator: "sum", values: read() });
  // A registry asks a metric for no more than this, and prom-client itself need not be loaded.
  registry.registerMetric({ name, get } as unknown as Metric);
}
