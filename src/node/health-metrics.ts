import type { Metric, MetricValue, Registry } from "prom-client";
import type { Health } from "../health/health.ts";

/** Adds how many checks fail, by worker and tag. avalanchego api/health/health.go @ v1.12.1 */
export function registerHealthMetrics(registry: Registry, health: Health): void {
  const name = "avalanche_health_checks_failing";
  const get = async () => ({
    name,
    help: "number of currently failing health checks",
    type: "gauge",
    aggregator: "sum",
    values: health.workers.flatMap((worker): MetricValue<string>[] =>
      [...worker.failing()].map(([tag, value]) => ({ value, labels: { check: worker.name, tag } })),
    ),
  });
  // A registry asks a metric for no more than this, and prom-client itself need not be loaded.
  registry.registerMetric({ name, get } as unknown as Metric);
}
