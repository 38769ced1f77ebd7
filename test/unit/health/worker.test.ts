import { describe, expect, it } from "vitest";
import { formatJson, type JsonValue } from "../../../src/formats/json.ts";
import type { Check, CheckOutcome, HealthLog } from "../../../src/health/check.ts";
import { Worker } from "../../../src/health/worker.ts";

/** 2024-12-20T19:44:45Z and a clock that each reading moves by a microsecond. */
function makeClock() {
  let nanos = 1_734_723_885_000_000_000n;
  return {
    nowNanos: () => nanos,
    elapsedNanos: () => {
      nanos += 1_000n;
      return nanos;
    },
  };
}

const quiet: HealthLog = { info: () => {}, warn: () => {} };

function makeWorker(log = quiet): Worker {
  return new Worker("health", makeClock(), log);
}

/** A check whose outcomes are given one by one; the last stays. */
function sequence(...outcomes: CheckOutcome[]): Check & { runs: () => number } {
  let runs = 0;
  const check = () => outcomes[Math.min(runs++, outcomes.length - 1)]!;
  return Object.assign(check, { runs: () => runs });
}

function textOf(worker: Worker): string {
  return formatJson(worker.report([]) as unknown as JsonValue);
}

function checkOf(worker: Worker, name: string) {
  return worker.report([]).checks[name];
}

const subnet = "11111111111111111111111111111111LpoYY";

describe("Worker", () => {
  it("is healthy without checks", () => {
    expect(makeWorker().report([])).toEqual({ checks: {}, healthy: true });
  });

  it("shows a check that has not run as a failure that does not count", async () => {
    const worker = makeWorker();
    await worker.register("database", () => ({}), ["application"]);
    expect(textOf(worker)).toBe(
      '{"checks":{"database":{"error":"not yet run","timestamp":"0001-01-01T00:00:00Z","duration":0}},"healthy":false}',
    );
  });

  it("runs everything at start and has AvalancheGo's shape and order", async () => {
    const worker = makeWorker();
    await worker.register("router", () => ({ detail: { outstandingRequests: 0 } }), []);
    await worker.register("C", () => ({ detail: [] }), [subnet]);
    await worker.start(60_000);
    expect(textOf(worker)).toBe(
      '{"checks":{"C":{"message":[],"timestamp":"2024-12-20T19:44:45.000004Z","duration":2000},"router":{"message":{"outstandingRequests":0},"timestamp":"2024-12-20T19:44:45.000003Z","duration":2000}},"healthy":true}',
    );
    await worker.stop();
  });

  it("counts failures, keeps the time of the first, and forgets both when the check passes", async () => {
    const worker = makeWorker();
    const check = sequence({ error: "a > b" }, { error: "again" }, {}, { error: "once more" });
    await worker.register("network", check, []);
    await worker.runAll();
    expect(textOf(worker)).toBe(
      '{"checks":{"network":{"error":"a > b","timestamp":"2024-12-20T19:44:45.000002Z","duration":1000,"contiguousFailures":1,"timeOfFirstFailure":"2024-12-20T19:44:45.000002Z"}},"healthy":false}',
    );
    await worker.runAll();
    expect(checkOf(worker, "network")).toMatchObject({
      error: "again",
      contiguousFailures: 2,
      timeOfFirstFailure: "2024-12-20T19:44:45.000002Z",
      timestamp: "2024-12-20T19:44:45.000004Z",
    });
    await worker.runAll();
    expect(worker.report([])).toEqual({
      checks: { network: { timestamp: "2024-12-20T19:44:45.000006Z", duration: 1000n } },
      healthy: true,
    });
    await worker.runAll();
    expect(checkOf(worker, "network")).toMatchObject({
      contiguousFailures: 1,
      timeOfFirstFailure: "2024-12-20T19:44:45.000008Z",
    });
  });

  it("reports what a check throws as its failure", async () => {
    const worker = makeWorker();
    await worker.register("database", () => Promise.reject(new Error("closed")), []);
    await worker.runAll();
    expect(checkOf(worker, "database")?.error).toBe("closed");
  });

  it("leaves out the message only if there is none", async () => {
    const worker = makeWorker();
    await worker.register("empty", () => ({ detail: [] }), []);
    await worker.register("none", () => ({ detail: null }), []);
    await worker.runAll();
    expect(checkOf(worker, "empty")).toHaveProperty("message", []);
    expect(checkOf(worker, "none")).not.toHaveProperty("message");
  });

  // [spec: 4.2.tag.subset]
  it("selects by tags, and the application's checks always", async () => {
    const worker = makeWorker();
    await worker.register("P", () => ({}), [subnet]);
    await worker.register("own", () => ({ error: "broken" }), ["other"]);
    await worker.register("database", () => ({}), ["application"]);
    await worker.runAll();
    const names = (...tags: string[]) => Object.keys(worker.report(tags).checks);
    expect(names()).toEqual(["P", "database", "own"]);
    expect(names("all")).toEqual(["P", "database", "own"]);
    expect(names(subnet)).toEqual(["P", "database"]);
    expect(names("other", subnet)).toEqual(["P", "database", "own"]);
    expect(names("nope")).toEqual(["database"]);
    expect(names("")).toEqual(["database"]);
    expect(worker.report([subnet]).healthy).toBe(true);
    expect(worker.report(["other"]).healthy).toBe(false);
  });

  it("builds a report only once until a result changes, whatever the tags", async () => {
    const worker = makeWorker();
    await worker.register("P", () => ({}), [subnet]);
    await worker.runAll();
    const first = worker.report([subnet, "unknown"]);
    expect(worker.report([subnet])).toBe(first);
    await worker.runAll();
    expect(worker.report([subnet])).not.toBe(first);
  });

  it("does not ask a monotonic check again once it has passed with a detail", async () => {
    const worker = makeWorker();
    const check = sequence({ detail: ["s"], error: "no" }, { detail: [] }, { error: "never seen" });
    await worker.registerMonotonic("bootstrapped", check, ["application"]);
    await worker.runAll();
    expect(worker.report([]).healthy).toBe(false);
    await worker.runAll();
    const passed = checkOf(worker, "bootstrapped")!;
    await worker.runAll();
    const later = checkOf(worker, "bootstrapped")!;
    expect(check.runs()).toBe(2);
    expect(later.message).toEqual([]);
    expect(later.timestamp > passed.timestamp).toBe(true);
  });

  it("asks a monotonic check again that passed without a detail", async () => {
    const worker = makeWorker();
    const check = sequence({}, { error: "no" });
    await worker.registerMonotonic("bootstrapped", check, []);
    await worker.runAll();
    await worker.runAll();
    expect(worker.report([]).healthy).toBe(false);
  });

  it("runs a check at once that is registered after the start", async () => {
    const worker = makeWorker();
    await worker.start(60_000);
    await worker.register("late", () => ({}), []);
    expect(worker.report([]).healthy).toBe(true);
    await worker.stop();
  });

  it("runs at its frequency, one run after the other", async () => {
    const worker = makeWorker();
    let running = 0;
    let most = 0;
    let runs = 0;
    await worker.register("slow", async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 15));
      running -= 1;
      runs += 1;
      return {};
    }, []);
    await worker.start(5);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await worker.stop();
    expect(most).toBe(1);
    expect(runs).toBeGreaterThan(2);
    const atStop = runs;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(runs).toBe(atStop);
  });

  it("stops after the current run, however many it has missed", async () => {
    const worker = makeWorker();
    let runs = 0;
    await worker.register("slow", async () => {
      runs += 1;
      await new Promise((resolve) => setTimeout(resolve, runs === 1 ? 0 : 200));
      return {};
    }, []);
    await worker.start(5);
    await expect.poll(() => runs, { interval: 5 }).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await worker.stop();
    expect(runs).toBe(2);
  });

  it("rejects a repeated name and the tag `all`", async () => {
    const worker = makeWorker();
    await worker.register("P", () => ({}), []);
    await expect(worker.register("P", () => ({}), [])).rejects.toThrow('duplicated check: "P"');
    await expect(worker.register("X", () => ({}), ["all"])).rejects.toThrow(
      'restricted tag: "all"',
    );
  });

  it("counts failing checks by tag, the application's for every tag", async () => {
    const worker = makeWorker();
    await worker.register("P", () => ({ error: "x" }), [subnet]);
    await worker.register("database", () => ({ error: "x" }), ["application"]);
    await worker.register("own", () => ({}), ["other"]);
    await worker.runAll();
    expect(Object.fromEntries(worker.failing())).toEqual({
      all: 2,
      application: 1,
      [subnet]: 2,
      other: 1,
    });
  });

  it("logs when a check begins to pass and to fail", async () => {
    const lines: string[] = [];
    const log: HealthLog = {
      info: (_, message) => lines.push(message),
      warn: (_, message) => lines.push(message),
    };
    const worker = makeWorker(log);
    await worker.register("P", sequence({}, { error: "x" }, { error: "x" }, {}), []);
    for (let i = 0; i < 5; i++) await worker.runAll();
    expect(lines).toEqual(["check started failing", "check started passing"]);
  });
});
