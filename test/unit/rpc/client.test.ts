import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { TLSSocket } from "node:tls";
import { describe, expect, it } from "vitest";
import { Client } from "../../../src/rpc/http/client.ts";
import { MemoryBudget } from "../../../src/rpc/http/memory-budget.ts";

/** A client that sends and takes nothing. */
class ToyClient extends Client {
  readonly mustMove = true;
  readonly hasMore = false;
  advanced = 0;

  override advance(): void {
    this.advanced += 1;
  }

  override sent(): void {}
}

const makeClient = (budget: MemoryBudget, socket = new Socket()) => new ToyClient(socket, budget);

describe("an answer that is not taken", () => {
  it.each([
    ["over TCP", new Socket(), 1_000],
    ["over TLS, where it is encrypted at once", new TLSSocket(new Socket()), 2_000],
  ])("counts %s", (_how, socket, bytes) => {
    const budget = new MemoryBudget(1_000_000);
    const { memory } = makeClient(budget, socket);
    memory.holdAnswer(1_000);
    expect(budget.bytes).toBe(bytes);
    memory.release();
    expect(budget.bytes).toBe(0);
  });
});

describe("a request with a long head", () => {
  it("occupies its head and its body, and an answer does not get the room of the head", () => {
    const budget = new MemoryBudget(1_000_000);
    const { memory } = makeClient(budget);
    memory.holdHead(15_000);
    expect(memory.roomBytes).toBe(0);
    memory.reserve(50_000, () => {});
    expect([budget.bytes, memory.roomBytes]).toEqual([65_000, 50_000]);
    memory.release();
    expect(budget.bytes).toBe(0);
  });
});

describe("what has arrived", () => {
  it("ends a connection that brings more than anybody can hold", async () => {
    const budget = new MemoryBudget(1_000_000);
    const client = makeClient(budget);
    const { memory } = client;
    memory.holdQueued(2_000_000);
    expect(client.socket.destroyed).toBe(false);
    memory.holdQueued(2_200_000);
    expect([client.socket.isPaused(), budget.bytes]).toEqual([true, 0]);
    await setImmediate();
    expect([client.socket.destroyed, budget.evictions]).toEqual([true, 1]);
  });
});

describe("a request that waits for room", () => {
  it("continues when there is some, and holds it until it is answered", () => {
    const budget = new MemoryBudget(1_000);
    const [first, second] = [makeClient(budget), makeClient(budget)];
    const granted: boolean[] = [];
    first.memory.reserve(800, (isGranted) => granted.push(isGranted));
    second.memory.reserveAnswer(500, (isGranted) => granted.push(isGranted));
    expect([granted, second.memory.isWaiting, second.advanced]).toEqual([[true], true, 0]);
    first.memory.release();
    expect([granted, second.memory.isWaiting, second.advanced]).toEqual([[true, true], false, 1]);
    expect([budget.bytes, second.memory.roomBytes]).toEqual([500, 500]);
    second.memory.end();
    expect(budget.bytes).toBe(0);
  });
});
