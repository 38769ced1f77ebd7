import type { MetricValue, Registry } from "prom-client";
import type { Health } from "../health/health.ts";
import { registerGauge } from "./gauge.ts";

/** Adds how many checks fail, by worker and tag. avalanchego api/health/health.go @ v1.12.1 */
export function registerHealthMetrics(registry: Registry, health: Health): void {
  const help = "number of currently failing health checks";
  registerGauge(registry, "avalanche_health_checks_failing", help, () =>
    health.workers.flatMap((worker): MetricValue<string>[] =>
      [...worker.failing()].map(([tag, value]) => ({ value, labels: { check: worker.name, tag } })),
    ),
  );
}
