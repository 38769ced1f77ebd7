import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CostModel } from "../../../src/rpc/http/cost-model.ts";
import { type Holder, MemoryBudget } from "../../../src/rpc/http/memory-budget.ts";
import { Scheduler, Usage } from "../../../src/rpc/http/scheduler.ts";
import type { HttpOptions, RpcServer } from "../../../src/rpc/http/server.ts";
import type { Asked, Handler } from "../../../src/rpc/json-rpc/method.ts";
import { entry, makeToy, send, startToy, table, toyDescription } from "./toy.ts";

let server: RpcServer | undefined;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.stop(0);
});

const largeBytes = 300_000;

/** A server with a method whose results are long and one that takes a while; counts how often each ran. */
async function startServer(options: Partial<HttpOptions> = {}) {
  const runs = { large: 0, busy: 0, slow: 0, waiting: 0 };
  const randomHex = randomBytes(30_000).toString("hex");
  let openGate = () => {};
  const opened = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  const handlers: Readonly<Record<string, Handler>> = {
    "toy.large": () => {
      runs.large += 1;
      return "x".repeat(largeBytes);
    },
    "toy.random": () => randomBytes(50_000).toString("hex"),
    "toy.later": async () => {
      await opened;
      return randomHex;
    },
    "toy.busy": () => {
      runs.busy += 1;
      const end = performance.now() + 2;
      while (performance.now() < end);
      return {};
    },
    "toy.slow": () => {
      runs.slow += 1;
      const end = performance.now() + 20;
      while (performance.now() < end);
      return {};
    },
    "toy.quick": () => ({}),
    "toy.wait": async (_params: never, _context: never, { connection }: Asked) => {
      runs.waiting += 1;
      while (connection!.destroyed !== true) await sleep(1);
      runs.waiting -= 1;
      throw new DOMException("nobody waits for the result", "AbortError");
    },
  };
  const names = Object.keys(handlers).map((name) => entry(name, "live"));
  const toy = makeToy();
  const [route] = toyDescription(toy).routes;
  const routes = [{ ...route!, methods: table(...names), handlers }];
  const started = await startToy(toy, { routes }, options);
  server = started.server;
  /** Calls and batches that are being answered. */
  const inWork = () => started.server.metrics.reduce((sum, { processing }) => sum + processing, 0);
  return { ...started, toy, runs, openGate, inWork };
}

const call = (method: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}"}`;
const post = (body: string) =>
  `POST /ext/toy HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

async function open(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => {});
  socket.pause();
  await once(socket, "connect");
  return socket;
}

/** Waits until a count no longer grows. */
async function settled(count: () => number): Promise<number> {
  for (let before = -1; ; ) {
    const now = count();
    if (now === before && now > 0) return now;
    before = now;
    await sleep(60);
  }
}

/** Holds memory for a client that moves. */
function makeHolder(): Holder {
  return {
    get movedAt() {
      return performance.now();
    },
    socket: new Socket(),
  };
}

describe("a refusal", () => {
  it("by a limit is counted", async () => {
    const limits = { bodyBytes: 100_000, batchCalls: 2, batchAnswerBytes: 10 };
    const started = await startServer({ limits });
    const one = call("toy.quick");
    const many = Array(20_000).fill(0).join(",");
    for (const body of [
      one,
      "x".repeat(100_001),
      `[${[one, one, one]}]`,
      `[${[call("toy.large"), one]}]`,
      one.replace("}", `,"params":[{},${many}]}`),
    ]) {
      await send(started.port, { body });
    }
    expect(started.server.refusals).toEqual({ bodies: 1, calls: 3, streams: 0 });
  });
});

describe("a client that does not read", () => {
  it("gets the calls of its batch executed only as fast as it reads the responses", async () => {
    const { port, runs } = await startServer();
    const socket = await open(port);
    socket.write(post(`[${Array(200).fill(call("toy.large"))}]`));
    const made = await settled(() => runs.large);
    expect(made).toBeLessThan(150);
    let bytes = 0;
    socket.on("data", (chunk) => {
      bytes += chunk.length;
    });
    socket.resume();
    while (bytes < 83 * largeBytes) await once(socket, "data");
    expect(runs.large).toBeGreaterThan(82);
  });

  it("gets its next pipelined request executed once it has read the response", async () => {
    const { port, runs } = await startServer();
    const socket = await open(port);
    socket.write(post(call("toy.large")).repeat(200));
    expect(await settled(() => runs.large)).toBeLessThan(150);
  });
});

describe("a client that disconnects", () => {
  it("gets no further calls executed, of its batch or pipelined", async () => {
    const { port, runs, inWork } = await startServer();
    const batch = await open(port);
    batch.write(post(`[${Array(1_000).fill(call("toy.busy"))}]`));
    const pipelined = await open(port);
    pipelined.write(post(call("toy.busy")).repeat(300));
    while (runs.busy < 4) await sleep(1);
    batch.resetAndDestroy();
    pipelined.resetAndDestroy();
    expect(await settled(() => runs.busy)).toBeLessThan(200);
    await expect.poll(() => inWork()).toBe(0);
  });

  it("counts as served until the last call of its batch has ended", async () => {
    const { port, runs, inWork } = await startServer();
    const socket = await open(port);
    socket.write(post(`[${call("toy.wait")},${call("toy.busy")}]`));
    while (runs.waiting === 0) await sleep(1);
    expect(inWork()).toBe(1);
    socket.resetAndDestroy();
    await expect.poll(() => [runs.waiting, inWork()]).toEqual([0, 0]);
    expect(runs.busy).toBe(0);
  });
});

describe("a client with much work", () => {
  it("leaves the event loop to others between its calls", async () => {
    const { port, runs } = await startServer();
    const socket = await open(port);
    socket.write(post(`[${Array(1_000).fill(call("toy.busy"))}]`));
    while (runs.busy < 4) await sleep(1);
    await send(port, { body: call("toy.quick") });
    expect(runs.busy).toBeLessThan(500);
  });

  it("leaves the event loop to others between answers that come at the same time", async () => {
    const limits = { clientBytes: 1_000_000_000 };
    const { port, openGate, server: own } = await startServer({ limits });
    const request = post(call("toy.later"));
    const crowd = await Promise.all(Array.from({ length: 200 }, () => open(port)));
    let answered = 0;
    for (const socket of crowd) {
      socket.write(request.replace("\r\n\r\n", "\r\nAccept-Encoding: gzip\r\n\r\n"));
      socket.once("data", () => {
        answered += 1;
      });
      socket.resume();
    }
    const other = await open(port);
    other.resume();
    await expect.poll(() => own.metrics[0]!.processing).toBe(crowd.length);
    openGate();
    other.write(post(call("toy.quick")));
    await once(other, "data");
    expect(answered).toBeLessThan(crowd.length / 2);
  });

  it("goes after clients that have used little", async () => {
    const scheduler = new Scheduler();
    const heavy = new Usage();
    heavy.add(1_000, performance.now());
    const order: string[] = [];
    scheduler.run(new Usage(), () => {
      scheduler.run(heavy, () => order.push("heavy"));
      scheduler.run(heavy, () => order.push("heavy"));
      scheduler.run(new Usage(), () => order.push("light"));
    });
    while (order.length < 3) await new Promise(setImmediate);
    expect(order).toEqual(["light", "heavy", "heavy"]);
  });
});

describe("turns", () => {
  const inOrder = async (
    begin: (scheduler: Scheduler, order: string[]) => void,
    length: number,
  ) => {
    const scheduler = new Scheduler();
    const order: string[] = [];
    // Whatever is asked for while it runs has to wait.
    scheduler.run(new Usage(), () => begin(scheduler, order));
    while (order.length < length) await new Promise(setImmediate);
    expect(scheduler.waiting).toBe(0);
    return order;
  };

  it("come round between batches, short calls, pages and clients that have used much", async () => {
    const used = new Usage();
    used.add(1_000, performance.now());
    const order = await inOrder((scheduler, seen) => {
      for (const _ of [1, 2, 3]) scheduler.run(new Usage(), () => seen.push("batch"), "heavy");
      for (const _ of [1, 2]) scheduler.run(new Usage(), () => seen.push("call"), "medium");
      scheduler.run(new Usage(), () => seen.push("page"), "page");
      scheduler.run(used, () => seen.push("used"));
      scheduler.run(new Usage(), () => seen.push("light"));
    }, 8);
    expect(order[0]).toBe("light");
    expect(new Set(order.slice(1, 5))).toEqual(new Set(["used", "call", "page", "batch"]));
  });

  it("are not lost to work that turns out to be expensive while it waits", async () => {
    let isExpensive = false;
    const order = await inOrder((scheduler, seen) => {
      const weight = () => (isExpensive ? "medium" : "light");
      const expensive = () => {
        isExpensive = true;
        seen.push("expensive");
      };
      for (const _ of [1, 2, 3]) scheduler.run(new Usage(), expensive, weight);
      scheduler.run(new Usage(), () => seen.push("light"));
    }, 4);
    expect(order).toEqual(["expensive", "light", "expensive", "expensive"]);
  });

  it("are not left to light work forever", async () => {
    const scheduler = new Scheduler();
    const counts = { light: 0, batch: 0 };
    const busy = () => {
      const end = performance.now() + 4;
      while (performance.now() < end);
      counts.light += 1;
      if (counts.batch < 2) scheduler.run(new Usage(), busy);
    };
    for (const _ of [1, 2, 3, 4]) scheduler.run(new Usage(), busy);
    for (const _ of [1, 2]) scheduler.run(new Usage(), () => (counts.batch += 1), "heavy");
    while (scheduler.waiting > 0) await new Promise(setImmediate);
    expect(counts.batch).toBe(2);
    expect(counts.light).toBeGreaterThan(4);
  });
});

describe("a limit", () => {
  it("on connections closes an idle one for a new one", async () => {
    const { port, server: limited } = await startServer({ limits: { connections: 3 } });
    const first = await open(port);
    const ended = once(first, "close");
    first.resume();
    await open(port);
    await open(port);
    expect((await send(port, { body: call("toy.quick") })).status).toBe(200);
    await ended;
    expect(limited.connections).toBeLessThanOrEqual(3);
  });

  it("on bytes makes a long body wait, and closes the connection of one that does not arrive", async () => {
    const { port, server: limited } = await startServer({ limits: { clientBytes: 100_000 } });
    const stalled = await open(port);
    stalled.write(post(call("toy.quick")).replace(/Length: \d+/, "Length: 90000"));
    while (limited.budget.bytes === 0) await sleep(5);
    const body = call("toy.quick").padEnd(50_000);
    expect((await send(port, { body })).status).toBe(200);
    expect(limited.budget.evictions).toBe(1);
    expect(limited.budget.bytes).toBe(0);
  });

  it("on bytes counts a body that waits for room, and reads it when there is room", async () => {
    const { port, server: limited } = await startServer({ limits: { clientBytes: 100_000 } });
    const first = await open(port);
    const body = call("toy.quick").padEnd(30_000);
    first.write(post(body).slice(0, -1));
    while (limited.budget.bytes === 0) await sleep(5);
    const second = send(port, { body: call("toy.quick").padEnd(20_000) });
    while (limited.budget.waiting === 0) await sleep(5);
    expect(limited.budget.bytes).toBeGreaterThan(105_000);
    first.write(body.slice(-1));
    expect((await second).status).toBe(200);
    expect(limited.budget.evictions).toBe(0);
  });

  it("on bytes counts the compressor of a batch, and leaves it out if there is no room", async () => {
    const { port, server: limited } = await startServer({ limits: { clientBytes: 1_000_000 } });
    const begin = async () => {
      const socket = await open(port);
      const request = post(`[${Array(200).fill(call("toy.random"))}]`);
      socket.write(request.replace("\r\n\r\n", "\r\nAccept-Encoding: gzip\r\n\r\n"));
      await once(socket, "readable");
      return { socket, head: (socket.read() as Buffer).toString("latin1") };
    };
    const { socket, head } = await begin();
    expect(head).toContain("Content-Encoding: gzip");
    await expect.poll(() => limited.budget.bytes).toBeGreaterThan(393_216);
    socket.destroy();
    await expect.poll(() => limited.budget.bytes).toBe(0);
    const holder = makeHolder();
    limited.budget.hold(holder, 1_100_000);
    expect((await begin()).head).not.toContain("Content-Encoding: gzip");
  });

  it("on bytes keeps long answers waiting for room, and short calls with short answers not", async () => {
    const { port, server: limited } = await startServer({ limits: { clientBytes: 100_000 } });
    await send(port, { body: call("toy.large") });
    const holder = makeHolder();
    limited.budget.hold(holder, 200_000);
    const client = await open(port);
    client.resume();
    for (let i = 0; i < 3; i++) {
      // The first on a connection, later ones, and one that node:http reads.
      const bytes = post(call("toy.quick"));
      const answered = once(client, "data");
      if (i < 2) client.write(bytes);
      else for (const part of [bytes.slice(0, 50), bytes.slice(50)]) client.write(part);
      await answered;
      expect(limited.budget.waiting).toBe(0);
    }
    const large = send(port, { body: call("toy.large") });
    await expect.poll(() => limited.budget.waiting).toBe(1);
    limited.budget.hold(holder, 0);
    expect((await large).status).toBe(200);
  });

  it.each([
    [100, 1_048_576],
    [10_000_000, 5_000_000],
  ])("of %i bytes is overrun by %i more", async (bytesMax, moreBytes) => {
    const budget = new MemoryBudget(bytesMax);
    const holder = makeHolder();
    budget.hold(holder, bytesMax + moreBytes - 1);
    expect(budget.isOverrun).toBe(false);
    budget.hold(holder, bytesMax + moreBytes);
    expect(budget.isOverrun).toBe(true);
    budget.evict(holder);
    expect(budget.bytes).toBe(0);
    await new Promise(setImmediate);
    expect([budget.evictions, holder.socket.destroyed]).toEqual([1, true]);
  });

  it("does not admit the request of a connection that it evicts", () => {
    const budget = new MemoryBudget(100);
    const [holder, other] = [makeHolder(), makeHolder()];
    budget.hold(holder, 90);
    budget.hold(other, 10);
    const ready = vi.fn();
    budget.request(holder, 95, ready);
    budget.evict(holder);
    expect([budget.bytes, budget.waiting]).toEqual([10, 0]);
    expect(ready).not.toHaveBeenCalled();
  });

  it("closes a crowd of connections in parts", async () => {
    const budget = new MemoryBudget(100);
    const holders = Array.from({ length: 20 }, makeHolder);
    for (const { socket } of holders) {
      socket._destroy = (_, done) => {
        const end = performance.now() + 1;
        while (performance.now() < end) {}
        done(null);
      };
    }
    for (const holder of [...holders, ...holders]) budget.evict(holder);
    await new Promise(setImmediate);
    expect(budget.evictions).toBeGreaterThan(0);
    expect(budget.evictions).toBeLessThan(10);
    await expect.poll(() => budget.evictions).toBe(20);
    expect(holders.every(({ socket }) => socket.destroyed)).toBe(true);
  });

  it("of bytes counts the open connections where it is overrun", () => {
    const budget = new MemoryBudget(10_000_000);
    const holder = makeHolder();
    budget.hold(holder, 15_000_000 - 100 * 12_288);
    budget.connections = 99;
    expect(budget.isOverrun).toBe(false);
    budget.connections = 100;
    expect(budget.isOverrun).toBe(true);
    // Connections alone never overrun it: their number has a limit of its own.
    budget.hold(holder, 0);
    budget.connections = 1_000_000;
    expect(budget.isOverrun).toBe(false);
  });

  it("of bytes is passed by the first that waits if all is held by those that wait", () => {
    const budget = new MemoryBudget(100);
    const holder = makeHolder;
    const [first, second, third] = [holder(), holder(), holder()];
    const granted: string[] = [];
    const wait = (name: string, who: object, bytes: number) =>
      budget.request(who as never, bytes, () => {
        granted.push(name);
        budget.hold(who as never, bytes);
      });
    budget.hold(first, 40);
    budget.hold(second, 40);
    budget.hold(third, 30);
    wait("first", first, 90);
    wait("second", second, 60);
    expect(granted).toEqual([]);
    wait("third", third, 60);
    expect(granted).toEqual(["first"]);
    budget.hold(first, 0);
    expect(granted).toEqual(["first", "second"]);
    budget.leave(third);
    expect(budget.waiting).toBe(0);
  });

  it("of which much is used is a crowd", async () => {
    const { server: limited } = await startServer({ limits: { clientBytes: 800 } });
    const holder = makeHolder();
    expect(limited.isCrowded).toBe(false);
    limited.budget.hold(holder, 100);
    expect(limited.isCrowded).toBe(true);
    limited.budget.hold(holder, 0);
    expect(limited.isCrowded).toBe(false);
  });

  it("of bytes admits any number that wait at once", () => {
    const budget = new MemoryBudget(1_000_000);
    const make = makeHolder;
    const first = make();
    budget.hold(first, 1_000_000);
    let admitted = 0;
    for (let i = 0; i < 20_000; i++) {
      const holder = make();
      budget.request(holder, 1, () => {
        budget.hold(holder, 1);
        admitted += 1;
      });
    }
    budget.hold(first, 0);
    expect([admitted, budget.waiting]).toEqual([20_000, 0]);
  });

  it("of bytes counts what is held and frees it", () => {
    const budget = new MemoryBudget(100);
    const holder = makeHolder();
    const granted: string[] = [];
    budget.request(holder, 60, (isGranted) => {
      if (isGranted) budget.hold(holder, 60);
    });
    const other = makeHolder();
    budget.request(other, 60, () => granted.push("never"));
    budget.request(makeHolder(), 30, () => granted.push("third"));
    expect([budget.bytes, budget.waiting, granted]).toEqual([60, 2, []]);
    budget.leave(other);
    budget.hold(holder, 0);
    expect([budget.bytes, granted]).toEqual([0, ["third"]]);
  });
});

describe("the costs of calls", () => {
  const busy = (ms: number) => {
    const end = performance.now() + ms;
    while (performance.now() < end);
  };
  const [busyCall, quickCall] = ["toy.busy 26", "toy.quick 26"] as const;
  const isExpensive = (costs: CostModel) =>
    [busyCall, quickCall].map((kind) => costs.isExpensive(kind));

  it("are remembered by kind, while they are high", () => {
    let cpuMs = 0;
    const costs = new CostModel(() => cpuMs);
    const run = (kind: string, ms: number) =>
      costs.run(kind, () => {
        cpuMs += ms;
        busy(Math.min(ms, 25));
      });
    for (let i = 0; i < 3; i++) run(busyCall, 20);
    run(quickCall, 10);
    run(quickCall, 5);
    expect(isExpensive(costs)).toEqual([true, false]);
    for (let i = 0; i < 60; i++) run(busyCall, 0.01);
    expect(isExpensive(costs)).toEqual([false, false]);
  });

  it("are not high because of one long pause", () => {
    let cpuMs = 0;
    const costs = new CostModel(() => cpuMs);
    const run = (ms: number) =>
      costs.run(quickCall, () => {
        cpuMs += ms;
        busy(ms);
      });
    run(1);
    run(40);
    expect(costs.isExpensive(quickCall)).toBe(false);
  });

  it("do not count the time of other processes", () => {
    const costs = new CostModel(() => 0);
    for (let i = 0; i < 10; i++) costs.run(quickCall, () => busy(3));
    expect(isExpensive(costs)).toEqual([false, false]);
  });

  it("are high where the answers are long, and where the method is not certain", () => {
    const costs = new CostModel();
    costs.addAnswer("toy.large 26", 1_000);
    expect(costs.isExpensive("toy.large 26")).toBe(false);
    costs.addAnswer("toy.large 26", 100_000);
    expect(costs.isExpensive("toy.large 26")).toBe(true);
    expect(costs.isExpensive("")).toBe(true);
  });

  it.each([
    ["calls", post(call("toy.quick"))],
    ["GETs", "GET /ext/other/report HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ])(
    "make many new clients with an expensive call wait for those with cheap %s",
    async (_, cheap) => {
      const { port, runs } = await startServer();
      await send(port, { body: call("toy.slow") });
      const crowd = await Promise.all(Array.from({ length: 30 }, () => open(port)));
      const other = await open(port);
      for (const socket of crowd) socket.write(post(call("toy.slow")));
      while (runs.slow < 3) await sleep(1);
      other.write(cheap);
      other.resume();
      await once(other, "data");
      expect(runs.slow).toBeLessThan(20);
    },
  );
});

it("a call that ends because its client has gone is no bug", async () => {
  const { port, toy, runs } = await startServer();
  const socket = await open(port);
  socket.write(post(call("toy.wait")));
  while (runs.waiting === 0) await sleep(1);
  socket.resetAndDestroy();
  while (server!.metrics.some(({ processing }) => processing > 0)) await sleep(1);
  expect(runs.waiting).toBe(0);
  expect(toy.logged).toEqual([]);
});
