import { setImmediate as turn } from "node:timers/promises";
import type { MetricValueWithName, Registry } from "prom-client";
import type { GetRoute } from "../../rpc/http/description.ts";
import { boundsMs, type RouteCounts } from "../../rpc/http/metrics.ts";
import { registerMetric } from "./metrics.ts";

/** Serves the counts of routes, and the metrics that `register` adds, in the Prometheus text format. */
export function metricsRoute(options: {
  readonly path: string;
  readonly routes: () => Iterable<RouteCounts>;
  /** Called once, before the first response. */
  readonly register: (registry: Registry) => void;
  /** Called before each response, for counts that take time to fetch. */
  readonly refresh?: (() => Promise<void>) | undefined;
}): GetRoute {
  let made: Promise<Registry> | undefined;
  const collect = shared(async () => {
    await options.refresh?.();
    made ??= makeRegistry(options.routes, options.register);
    const registry = await made;
    const body = await registry.metrics();
    return { status: 200, contentType: registry.contentType, body };
  });
  return {
    path: options.path,
    base: "metrics",
    ownPagesOnly: true,
    sharesAnswers: true,
    answer: collect,
  };
}

/** Callers that wait share one run of `work`. It begins after they called, so its result is not too old for any of them. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    if (next !== undefined) return next;
    next = last.then(turn).then(() => {
      next = undefined;
      return work();
    });
    last = next.catch(() => {});
    return next;
  };
}

/** Loads prom-client on first use: many nodes never serve metrics, and start-up must not wait for it. */
async function makeRegistry(
  routes: () => Iterable<RouteCounts>,
  register: (registry: Registry) => void,
): Promise<Registry> {
  // A CommonJS package: in the bundle it has only a default export.
  const { Registry } = (await import("prom-client")).default;
  const registry = new Registry();
  registerCallMetrics(registry, routes);
  register(registry);
  return registry;
}

/** Adds the counts of calls by API. */
function registerCallMetrics(registry: Registry, routes: () => Iterable<RouteCounts>): void {
  const values = (read: (route: RouteCounts) => number) => () =>
    Array.from(routes(), (route) => ({ value: read(route), labels: labelsOf(route) }));
  const [calls, processing, duration] = [
    values((route) => route.calls),
    values((route) => route.processing),
    values((route) => route.durationMs * 1e6),
  ];
  const number = "The number of calls this API has processed";
  registerMetric(registry, "counter", "avalanche_api_calls", number, calls);
  const current = "The number of calls this API is currently processing";
  registerMetric(registry, "gauge", "avalanche_api_calls_processing", current, processing);
  const took = "The total amount of time, in nanoseconds, spent handling API calls";
  registerMetric(registry, "gauge", "avalanche_api_calls_duration", took, duration);
  // prom-client's own histogram observes each call when it ends; this one only reports the counts.
  const [name, help] = ["avalanche_api_call_seconds", "How long calls took, in seconds"];
  registerMetric(registry, "histogram", name, help, () =>
    Array.from(routes(), (route) => histogram(name, route)).flat(),
  );
}

/** One process has no label, as AvalancheGo has none. */
function labelsOf({ base, process }: RouteCounts) {
  return { base, ...(process !== undefined && { process }) };
}

function histogram(name: string, route: RouteCounts): MetricValueWithName<string>[] {
  const labels = labelsOf(route);
  let sum = 0;
  const buckets = Array.from(route.buckets, (count, i): MetricValueWithName<string> => {
    sum += count;
    const bound = boundsMs[i];
    const le = bound === undefined ? "+Inf" : bound / 1_000;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: sum };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: route.durationMs / 1_000 },
    { metricName: `${name}_count`, labels, value: route.calls },
  ];
}
