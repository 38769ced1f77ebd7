/** Upper bounds in milliseconds, from a cached result to far too slow. */
export const boundsMs = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 1_000, 5_000];

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
