import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { CostModel } from "../../../src/rpc/http/cost-model.ts";
import type { RpcServer } from "../../../src/rpc/http/server.ts";
import type { Handler } from "../../../src/rpc/json-rpc/method.ts";
import { entry, makeToy, startToy, table, toyDescription } from "./toy.ts";

let server: RpcServer | undefined;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.stop(0);
  server = undefined;
});

const clientBytes = 32_000_000;
/** More than the system takes for a client that does not read. */
const longBytes = 12_000_000;

const call = (method: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}"}`;
const post = (body: string) =>
  `POST /ext/toy HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/**
 * How much is held at most while a crowd that does not read sends the same request at once, and how many calls ran without an
 * eviction that made room for them. It observes for half a second after a number of calls.
 */
async function besideCrowd(
  crowd: number,
  request: string,
  runsMin: number,
): Promise<{ heldBytes: number; runs: number }> {
  let runs = 0;
  const long = () => {
    runs += 1;
    return "x".repeat(longBytes);
  };
  const handlers: Readonly<Record<string, Handler>> = {
    "toy.long": long,
    "toy.never": () => {
      runs += 1;
      return new Promise(() => {});
    },
  };
  const toy = makeToy();
  const [route] = toyDescription(toy).routes;
  const methods = table(...Object.keys(handlers).map((name) => entry(name, "live")));
  const routes = [{ ...route!, methods, handlers }];
  const started = await startToy(toy, { routes }, { limits: { clientBytes } });
  server = started.server;
  for (let i = 0; i < crowd; i++) {
    const socket = connect(started.port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    socket.pause();
    await once(socket, "connect");
  }
  for (const socket of sockets) socket.write(request);
  const { budget } = server;
  let [heldBytes, runsMax] = [0, 0];
  const observe = () => {
    heldBytes = Math.max(heldBytes, budget.bytes);
    runsMax = Math.max(runsMax, runs - budget.evictions);
  };
  for (const end = performance.now() + 20_000; performance.now() < end; await sleep(5)) {
    observe();
    if (runsMax >= runsMin) break;
  }
  for (const end = performance.now() + 500; performance.now() < end; await sleep(5)) observe();
  return { heldBytes, runs: runsMax };
}

const padded = call("toy.long").replace("}", `${" ".repeat(20_000)}}`);

describe("room for an answer", () => {
  it.each([
    ["calls", post(call("toy.long"))],
    ["calls with long bodies", post(padded)],
    ["batches", post(`[${call("toy.long")},${call("toy.long")}]`)],
    ["long batches", post(`[${padded},${call("toy.long")}]`)],
  ])("is there when it is the turn of %s that arrived together", async (_what, request) => {
    const { heldBytes, runs } = await besideCrowd(20, request, 2);
    expect(heldBytes).toBeLessThan(clientBytes * 1.25 + longBytes);
    expect(runs).toBeGreaterThan(1);
  });

  it.each([
    ["calls", post(call("toy.never"))],
    ["batches", post(`[${call("toy.never")}]`)],
  ])("is kept for %s whose answers are waited for", async (_what, request) => {
    const { runs } = await besideCrowd(100, request, 11);
    expect(runs).toBeGreaterThan(10);
    expect(runs).toBeLessThan(30);
  });
});

describe("the answers to calls that wait", () => {
  const body = "toy.later 26";
  const unknownBytes = 1_000_000;

  it("may have anything until one of their kind is known", () => {
    const costs = new CostModel(undefined, unknownBytes);
    const held: [call: number, bytes: number][] = [];
    expect(costs.answerBytes(body)).toBe(0);
    const [end] = [1, 2].map((call) => costs.wait(body, (bytes) => held.push([call, bytes])));
    expect(held.splice(0)).toEqual([
      [1, unknownBytes],
      [2, unknownBytes],
    ]);
    expect(costs.answerBytes(body)).toBe(unknownBytes);
    end!(100);
    expect(costs.answerBytes(body)).toBe(0);
    costs.wait(body, (bytes) => held.push([3, bytes]));
    expect(held).toEqual([
      [2, 0],
      [3, 0],
    ]);
  });

  it("are as long as those before, even after some short errors", () => {
    const costs = new CostModel(undefined, unknownBytes);
    const end = costs.wait(body, () => {});
    end(100_000);
    end(100);
    expect(costs.answerBytes(body)).toBe(75_000);
    for (let i = 0; i < 10; i++) end(100);
    expect(costs.answerBytes(body)).toBe(0);
  });
});
