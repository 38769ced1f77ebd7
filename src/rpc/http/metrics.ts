import { setImmediate as turn } from "node:timers/promises";
import type {
  Counter,
  Gauge,
  MetricObjectWithValues,
  MetricValueWithName,
  Registry,
} from "prom-client";
import type { GetAnswer, GetRoute } from "./description.ts";

// Upper bounds in milliseconds, from a cached result to far too slow.
const boundsMs = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1_000, 5_000];

/** The counts of a route in a process. */
export type RouteCounts = Pick<
  RouteMetrics,
  "base" | "processing" | "calls" | "durationMs" | "buckets"
> & { readonly process?: string };

/** Counts of one route. Plain numbers, so that counting costs almost nothing. */
export class RouteMetrics {
  readonly base: string;
  processing = 0;
  calls = 0;
  durationMs = 0;
  /** Calls by the first bound that they did not exceed; the last bucket counts slower ones. */
  readonly buckets = new Float64Array(boundsMs.length + 1);

  constructor(base: string) {
    this.base = base;
  }

  /** Counts the start of a call. Returns the argument for `end`. */
  begin(): number {
    this.processing += 1;
    return performance.now();
  }

  end(begunMs: number): void {
    const tookMs = performance.now() - begunMs;
    this.processing -= 1;
    this.calls += 1;
    this.durationMs += tookMs;
    let bucket = 0;
    while (bucket < boundsMs.length && tookMs > boundsMs[bucket]!) bucket += 1;
    this.buckets[bucket]! += 1;
  }
}

/** Serves the counts, and the metrics that `register` adds, in the Prometheus text format. */
export const metricsRoute = (options: {
  readonly path: string;
  readonly ownPagesOnly?: boolean;
  /** Prefix of the names: `<prefix>_calls` and so on. */
  readonly prefix: string;
  readonly routes: () => Iterable<RouteCounts>;
  /** Called once, before the first response. */
  readonly register: (registry: Registry) => void;
  /** Called before each response, for counts that take time to fetch. */
  readonly refresh?: (() => Promise<void>) | undefined;
}): GetRoute => {
  let registry: Promise<Registry> | undefined;
  const collect = shared(async () => {
    await options.refresh?.();
    registry ??= makeRegistry(options.prefix, options.routes, options.register);
    return text(await registry);
  });
  return {
    path: options.path,
    base: "metrics",
    ...(options.ownPagesOnly === true && { ownPagesOnly: true }),
    answer: collect,
  };
};

const text = async (registry: Registry): Promise<GetAnswer> => ({
  status: 200,
  contentType: registry.contentType,
  body: await registry.metrics(),
});

/** Callers that wait share one run of `work`. It begins after they called, so its result is not too old for any of them. */
const shared = <T>(work: () => Promise<T>): (() => Promise<T>) => {
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
};

/** Loads prom-client on first use: many nodes never serve metrics, and start-up must not wait for it. */
const makeRegistry = async (
  prefix: string,
  routes: () => Iterable<RouteCounts>,
  register: (registry: Registry) => void,
): Promise<Registry> => {
  // A CommonJS package: in the bundle it has only a default export.
  const { Counter, Gauge, Registry } = (await import("prom-client")).default;
  const registry = new Registry();
  const labelNames = ["base", "process"] as const;
  const counted = (name: string, help: string, read: (route: RouteCounts) => number) => ({
    name: `${prefix}_${name}`,
    help,
    labelNames,
    registers: [registry],
    collect(this: Counter | Gauge) {
      this.reset();
      for (const route of routes()) this.inc(labelsOf(route), read(route));
    },
  });
  const calls = "The number of calls this API has processed";
  new Counter(counted("calls", calls, (route) => route.calls));
  const processing = "The number of calls this API is currently processing";
  new Gauge(counted("calls_processing", processing, (route) => route.processing));
  const took = "The total amount of time, in nanoseconds, spent handling API calls";
  new Gauge(counted("calls_duration", took, (route) => route.durationMs * 1e6));

  const name = `${prefix}_call_seconds`;
  // prom-client's own histogram observes each call when it ends; this one only reports the counts.
  class Latency extends Gauge {
    override async get(): Promise<MetricObjectWithValues<MetricValueWithName<string>>> {
      const values = [...routes()].flatMap((route) => histogram(name, route));
      // At run time a type is its name, despite the library's declarations.
      return { ...(await super.get()), type: "histogram" as never, values };
    }
  }
  const help = "How long calls took, in seconds";
  registry.registerMetric(new Latency({ name, help, labelNames, registers: [] }));
  register(registry);
  return registry;
};

/** One process has no label, as AvalancheGo has none. */
const labelsOf = ({ base, process }: RouteCounts) => ({
  base,
  ...(process !== undefined && { process }),
});

const histogram = (name: string, route: RouteCounts): MetricValueWithName<string>[] => {
  const shared = labelsOf(route);
  let sum = 0;
  const buckets = Array.from(route.buckets, (count, i): MetricValueWithName<string> => {
    sum += count;
    const bound = boundsMs[i];
    const le = bound === undefined ? "+Inf" : bound / 1_000;
    return { metricName: `${name}_bucket`, labels: { le, ...shared }, value: sum };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: shared, value: route.durationMs / 1_000 },
    { metricName: `${name}_count`, labels: shared, value: route.calls },
  ];
};
