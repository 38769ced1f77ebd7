import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { secretText } from "../../../src/watches/keys.ts";
import { watchLimits } from "../../../src/watches/limits.ts";
import { openTarget, type Target } from "../../support/watches/target.ts";
import { openWatchedChain } from "../../support/watches/watched-chain.ts";

let target: Target;

beforeEach(async () => {
  target = await openTarget();
});

afterEach(() => target.close());

const kind = "hmac-sha256";

/** A chain, and a watch of the activity of a new address. */
async function watchAddress(name = "") {
  const chain = await openWatchedChain();
  const watches = chain.watch();
  const { address, text } = chain.newAddress();
  const created = watches.create({
    api: "watch",
    name,
    rule: { kind: "addressActivity", addresses: [text] },
    target: { url: target.url, kind },
  });
  return { chain, watches, address, text, ...created };
}

describe("a watch of an address", () => {
  it("delivers each payment once, signed, with transaction, block and height", async () => {
    const { chain, watches, address, text, watch, key } = await watchAddress("deposits");
    const first = chain.fund(address, 5n);
    const second = chain.fund(address, 7n);
    watches.stateChanged();
    await target.has(2);
    const height = String(chain.opened.store.blocks.lastAccepted().height);
    expect(target.received.map(({ event }) => event)).toMatchObject([
      { type: "watch", kind: "activity", watchID: watch.id, received: "5", address: text, height },
      { type: "watch", kind: "activity", watchID: watch.id, received: "7", address: text, height },
    ]);
    expect(first.txID).not.toEqual(second.txID);
    for (const { headers, body } of target.received) {
      expect(new Webhook(secretText(key!)).verify(body, headers)).toEqual(JSON.parse(body));
    }
    watches.stop();
    expect(chain.errors).toEqual([]);
  });

  it("repeats the same bytes until the target has received them, and then continues in order", async () => {
    const { chain, watches, address } = await watchAddress();
    let count = 0;
    target.answer = (response) => response.writeHead(++count === 1 ? 500 : 200).end();
    chain.fund(address, 5n);
    chain.fund(address, 7n);
    watches.stateChanged();
    await target.has(3);
    const [first, again, next] = target.received;
    expect([again!.id, again!.body]).toEqual([first!.id, first!.body]);
    expect(next!.event).toMatchObject({ received: "7" });
    watches.stop();
  });

  it("waits for as long as Retry-After says, also if the target answers another watch", async () => {
    const { chain, watches, address, watch } = await watchAddress();
    const timers = vi.spyOn(globalThis, "setTimeout");
    target.answer = (response) => response.writeHead(429, { "retry-after": "3000" }).end();
    chain.fund(address, 5n);
    watches.stateChanged();
    await vi.waitUntil(() => watches.get("watch", watch.id)!.failures === 1);
    expect(timers.mock.calls.map(([, ms]) => ms)).toContain(3_000_000);
    target.answer = (response) => response.writeHead(204).end();
    const other = chain.newAddress();
    watches.create({
      api: "watch",
      name: "",
      rule: { kind: "addressActivity", addresses: [other.text] },
      target: { url: target.url, kind },
    });
    for (const amount of [7n, 9n]) chain.fund(other.address, amount);
    watches.stateChanged();
    await target.has(3);
    const received = target.received.map(({ event }) => event);
    expect(received).toMatchObject(["5", "7", "9"].map((each) => ({ received: each })));
    watches.stop();
  });

  it("keeps the order when it is changed while an event is on its way", async () => {
    const { chain, watches, address, watch } = await watchAddress();
    const held: ServerResponse[] = [];
    target.answer = (response) => held.push(response);
    for (const amount of [5n, 7n, 9n]) chain.fund(address, amount);
    watches.stateChanged();
    await target.has(1);
    watches.update("watch", watch.id, { name: "deposits" });
    await target.has(2);
    held[0]!.writeHead(204).end();
    await once(held[0]!, "close");
    held[1]!.writeHead(204).end();
    await target.has(3);
    held[2]!.writeHead(204).end();
    await target.has(4);
    expect(target.received.map(({ event }) => event)).toMatchObject(
      ["5", "5", "7", "9"].map((received) => ({ received })),
    );
    watches.stop();
    expect(chain.errors).toEqual([]);
  });

  it("continues when a change or its removal cannot be stored", async () => {
    const { chain, watches, address, watch } = await watchAddress();
    const fails = () => {
      throw new Error("the disk is full");
    };
    target.answer = (response) => response.writeHead(500).end();
    chain.fund(address, 5n);
    watches.stateChanged();
    await vi.waitUntil(() => watches.get("watch", watch.id)!.failures === 1);
    target.answer = (response) => response.writeHead(204).end();
    vi.spyOn(chain.watchStore(), "put").mockImplementationOnce(fails);
    expect(() => watches.update("watch", watch.id, { name: "x" })).toThrow("full");
    await target.has(2);
    vi.spyOn(chain.watchStore(), "delete").mockImplementationOnce(fails);
    expect(() => watches.delete("watch", watch.id)).toThrow("full");
    expect(watches.get("watch", watch.id)).toMatchObject({ name: "", status: "active" });
    chain.fund(address, 7n);
    watches.stateChanged();
    await target.has(3);
    expect(target.received.at(-1)!.event).toMatchObject({ received: "7" });
    watches.stop();
  });

  it("stays as it is when its pause or its replay cannot be stored", async () => {
    const { chain, watches, address, watch } = await watchAddress();
    const { id } = watch;
    chain.fund(address, 5n);
    watches.stateChanged();
    await target.has(1);
    const failOnce = () =>
      vi.spyOn(chain.watchStore(), "write").mockImplementationOnce(() => {
        throw new Error("the disk is full");
      });
    await vi.waitUntil(() => watches.get("watch", id)!.delivered === 1);
    const before = watches.get("watch", id);
    failOnce();
    expect(() => watches.setStatus("watch", id, "paused")).toThrow("full");
    failOnce();
    expect(() => watches.replay("watch", id, watch.position)).toThrow("full");
    expect(watches.get("watch", id)).toEqual(before);
    chain.fund(address, 7n);
    watches.stateChanged();
    await target.has(2);
    expect(target.received[1]!.event).toMatchObject({ received: "7" });
    watches.setStatus("watch", id, "paused");
    failOnce();
    expect(() => watches.setStatus("watch", id, "active")).toThrow("full");
    expect(watches.get("watch", id)).toMatchObject({ status: "paused" });
    watches.stop();
  });

  it("ends although the last progress cannot be written", async () => {
    const { chain, watches, address } = await watchAddress();
    const store = chain.watchStore();
    const close = vi.spyOn(store, "close");
    vi.spyOn(store, "write").mockImplementation(() => {
      throw new Error("the disk is full");
    });
    chain.fund(address, 5n);
    watches.stateChanged();
    watches.stop();
    expect(close).toHaveBeenCalledOnce();
    expect(chain.errors.map(String)).toContain("Error: the disk is full");
  });

  it("writes nothing after its end, whatever a target answers then", async () => {
    const chain = await openWatchedChain({ canUndo: false });
    const watches = chain.watch();
    const { address, text } = chain.newAddress();
    watches.create({
      api: "watch",
      name: "",
      rule: { kind: "addressActivity", addresses: [text] },
      target: { url: target.url, kind },
    });
    let answer = () => {};
    target.answer = (response) => {
      answer = () => response.writeHead(204).end();
    };
    chain.fund(address, 5n);
    watches.stateChanged();
    await target.has(1);
    const written = () => new Promise((resolve) => setTimeout(resolve, 2 * watchLimits.flushMs));
    await written();
    watches.stop();
    const write = vi.spyOn(chain.watchStore(), "write");
    answer();
    await written();
    expect(write).not.toHaveBeenCalled();
    expect(chain.errors).toEqual([]);
  });

  it("continues after a restart with what the target has not received, at once", async () => {
    const chain = await openWatchedChain();
    const file = join(mkdtempSync(join(tmpdir(), "couloir-")), "watches.sqlite");
    const watches = chain.watch(file);
    const { address, text } = chain.newAddress();
    const { watch } = watches.create({
      api: "watch",
      name: "",
      rule: { kind: "addressActivity", addresses: [text] },
      target: { url: target.url, kind },
    });
    target.answer = (response) => response.writeHead(503).end();
    chain.fund(address, 5n);
    watches.stateChanged();
    await target.has(1);
    watches.stop();
    chain.fund(address, 7n);
    target.answer = (response) => response.writeHead(204).end();
    const restarted = chain.watch(file);
    await target.has(3);
    expect(target.received.map(({ event }) => event)).toMatchObject([
      { received: "5" },
      { received: "5" },
      { received: "7" },
    ]);
    expect(restarted.get("watch", watch.id)).toMatchObject({ status: "active", failures: 0 });
    restarted.stop();
  });

  it("ends when the target returns 410", async () => {
    const { chain, watches, address, watch } = await watchAddress();
    target.answer = (response) => response.writeHead(410).end();
    chain.fund(address, 5n);
    watches.stateChanged();
    await target.has(1);
    await expect.poll(() => watches.get("watch", watch.id)?.status).toBe("ended");
    target.answer = (response) => response.writeHead(204).end();
    watches.setStatus("watch", watch.id, "active");
    await target.has(2);
    watches.stop();
  });
});
