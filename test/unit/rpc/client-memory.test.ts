import { describe, expect, it } from "vitest";
import { ClientMemory, type Progress } from "../../../src/rpc/http/client-memory.ts";
import { MemoryBudget } from "../../../src/rpc/http/memory-budget.ts";

/** A client that can be moved and destroyed. */
function makeClient() {
  const client = {
    isGone: false,
    movedBytes: 0,
    mustMove: true,
    advanced: 0,
    socket: {
      destroy: () => {
        client.isGone = true;
      },
    },
    advance: () => {
      client.advanced += 1;
    },
  };
  return client satisfies Progress;
}

describe("an answer that is not taken", () => {
  it.each([
    ["over TCP", 1, 1_000],
    ["over TLS, where it is encrypted at once", 2, 2_000],
  ])("counts %s", (_how, copies, bytes) => {
    const budget = new MemoryBudget(1_000_000);
    const memory = new ClientMemory(budget, makeClient(), copies);
    memory.holdAnswer(1_000);
    expect(budget.bytes).toBe(bytes);
    memory.release();
    expect(budget.bytes).toBe(0);
  });
});

describe("what has arrived", () => {
  it("ends a connection that brings more than anybody can hold", () => {
    const budget = new MemoryBudget(1_000_000);
    const client = makeClient();
    const memory = new ClientMemory(budget, client, 1);
    memory.holdQueued(2_000_000);
    expect(client.isGone).toBe(false);
    memory.holdQueued(2_200_000);
    expect([client.isGone, budget.bytes, budget.evictions]).toEqual([true, 0, 1]);
  });
});

describe("a request that waits for room", () => {
  it("continues when there is some, and holds it until it is answered", () => {
    const budget = new MemoryBudget(1_000);
    const [first, second] = [makeClient(), makeClient()];
    const memories = [first, second].map((client) => new ClientMemory(budget, client, 1));
    const granted: boolean[] = [];
    memories[0]!.reserve(800, (isGranted) => granted.push(isGranted));
    memories[1]!.reserveAnswer(500, (isGranted) => granted.push(isGranted));
    expect([granted, memories[1]!.isWaiting, second.advanced]).toEqual([[true], true, 0]);
    memories[0]!.release();
    expect([granted, memories[1]!.isWaiting, second.advanced]).toEqual([[true, true], false, 1]);
    expect([budget.bytes, memories[1]!.roomBytes]).toEqual([500, 500]);
    memories[1]!.end();
    expect(budget.bytes).toBe(0);
  });
});
