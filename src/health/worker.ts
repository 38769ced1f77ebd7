import {
  allTag,
  applicationTag,
  type Check,
  type CheckOutcome,
  type CheckResult,
  type HealthClock,
  type HealthLog,
  notYetRun,
} from "./check.ts";
import { makeReport, type Report } from "./report.ts";

type Registered = {
  readonly check: Check;
  readonly tags: ReadonlySet<string>;
  /** `info` when the failure is intended. */
  readonly failureLevel: "warn" | "info";
};

/**
 * A group of checks that run together at start and then at an interval, never two runs at a time.
 * avalanchego api/health/worker.go @ v1.12.1, except that a check registered later runs immediately.
 */
export class Worker {
  readonly name: string;
  readonly #clock: HealthClock;
  readonly #log: HealthLog;
  readonly #checks = new Map<string, Registered>();
  readonly #results = new Map<string, CheckResult>();
  /** Reports by requested tags, until a result changes. */
  readonly #reports = new Map<string, Report>();
  #running: Promise<void> = Promise.resolve();
  #isRunning = false;
  #timer: NodeJS.Timeout | undefined;
  #started = false;

  constructor(name: string, clock: HealthClock, log: HealthLog) {
    this.name = name;
    this.#clock = clock;
    this.#log = log;
  }

  /** Adds a check and, if the worker has started, runs it. Rejects when the name is taken or a tag is `all`. */
  async register(
    name: string,
    check: Check,
    tags: readonly string[],
    failureLevel: Registered["failureLevel"] = "warn",
  ): Promise<void> {
    if (tags.includes(allTag)) throw new Error(`restricted tag: "${allTag}"`);
    if (this.#checks.has(name)) throw new Error(`duplicated check: "${name}"`);
    this.#checks.set(name, { check, tags: new Set([allTag, ...tags]), failureLevel });
    this.#setResult(name, notYetRun);
    if (this.#started) await this.#run(name);
  }

  /** Like `register`, for a check that does not run again once it has passed with a detail. */
  registerMonotonic(name: string, check: Check, tags: readonly string[]): Promise<void> {
    let passed: CheckOutcome | undefined;
    const once = async () => {
      if (passed !== undefined) return passed;
      const outcome = await check();
      const hasDetail = outcome.detail !== undefined && outcome.detail !== null;
      if (outcome.error === undefined && hasDetail) passed = outcome;
      return outcome;
    };
    return this.register(name, once, tags);
  }

  /** Resolves after the first run of every check. */
  start(frequencyMs: number): Promise<void> {
    this.#started = true;
    this.#timer = setInterval(() => {
      // Runs that cannot keep up must not wait for each other: the node could not stop before the last of them.
      if (!this.#isRunning) void this.runAll();
    }, frequencyMs);
    this.#timer.unref();
    return this.runAll();
  }

  /** Resolves when no check is running. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Runs every check now, or after the current run. */
  runAll(): Promise<void> {
    const run = this.#running.then(async () => {
      await Promise.all([...this.#checks.keys()].map((name) => this.#run(name)));
      this.#isRunning = this.#running !== run;
    });
    this.#isRunning = true;
    this.#running = run;
    return run;
  }

  /** The last results of the checks that have one of the tags or the tag `application`; of all checks when there are no tags. */
  report(tags: readonly string[]): Report {
    const wanted = new Set(tags.length === 0 ? [allTag] : tags);
    wanted.add(applicationTag);
    // Only tags of checks are part of the key, so that requests cannot fill the cache.
    const known = [...wanted].filter((tag) => this.#hasTag(tag)).sort();
    const key = known.join("\n");
    const cached = this.#reports.get(key);
    if (cached !== undefined) return cached;
    const selected = [...this.#checks].filter(([, { tags }]) => known.some((tag) => tags.has(tag)));
    const report = makeReport(new Map(selected.map(([name]) => [name, this.#results.get(name)!])));
    this.#reports.set(key, report);
    return report;
  }

  /** The number of failing checks by tag; a failing `application` check counts for every tag. */
  failing(): ReadonlyMap<string, number> {
    const counts = new Map([
      [allTag, 0],
      [applicationTag, 0],
    ]);
    for (const { tags } of this.#checks.values()) for (const tag of tags) counts.set(tag, 0);
    for (const [name, { tags }] of this.#checks) {
      if (this.#results.get(name)!.error === undefined) continue;
      const affected = tags.has(applicationTag) ? [...counts.keys()] : tags;
      for (const tag of affected) counts.set(tag, counts.get(tag)! + 1);
    }
    return counts;
  }

  async #run(name: string): Promise<void> {
    const { check, tags, failureLevel } = this.#checks.get(name)!;
    const began = this.#clock.elapsedNanos();
    const outcome = await settle(check);
    const durationNanos = this.#clock.elapsedNanos() - began;
    const endedNanos = this.#clock.nowNanos();
    const before = this.#results.get(name)!;
    const hasRun = before.endedNanos !== undefined;
    const fields = { worker: this.name, check: name, tags: [...tags], error: outcome.error };
    if (outcome.error === undefined) {
      if (hasRun && before.error !== undefined) this.#log.info(fields, "check started passing");
      this.#setResult(name, { ...outcome, endedNanos, durationNanos, contiguousFailures: 0 });
      return;
    }
    if (!hasRun || before.error === undefined) {
      this.#log[failureLevel](fields, "check started failing");
    }
    this.#setResult(name, {
      ...outcome,
      endedNanos,
      durationNanos,
      contiguousFailures: before.contiguousFailures + 1,
      firstFailureNanos: before.firstFailureNanos ?? endedNanos,
    });
  }

  #setResult(name: string, result: CheckResult): void {
    this.#results.set(name, result);
    this.#reports.clear();
  }

  #hasTag(tag: string): boolean {
    for (const { tags } of this.#checks.values()) if (tags.has(tag)) return true;
    return false;
  }
}

async function settle(check: Check): Promise<CheckOutcome> {
  try {
    return await check();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
