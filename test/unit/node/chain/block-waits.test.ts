import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { BlockWaits } from "../../../../src/node/chain/block-waits.ts";
import { makeBlock } from "../../../../src/pchain/blocks/block.ts";
import { divide, payerUtxo } from "../../../support/transfers.ts";

const tx = divide(12345, payerUtxo(1, new Uint8Array(32), 10n), 1, 1n);
const blockOf = (txs: readonly (typeof tx)[]) =>
  makeBlock({
    kind: "BanffStandardBlock",
    time: 1n,
    parentID: new Uint8Array(32),
    height: 1n,
    txs,
  });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a call that waits for the block of its transaction", () => {
  async function settled(wait: Promise<string | undefined>) {
    return Promise.race([wait.then((reason) => ({ reason })), Promise.resolve("waiting")]);
  }

  it("ends with that block, for everyone who issued the transaction", async () => {
    const waits = new BlockWaits();
    const both = [waits.for(tx.id), waits.for(tx.id)];
    waits.accepted([blockOf([])]);
    expect(await settled(both[0]!)).toBe("waiting");
    waits.accepted([blockOf([tx])]);
    expect(await Promise.all(both)).toEqual([undefined, undefined]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends with the reason if the transaction is dropped", async () => {
    const waits = new BlockWaits();
    const wait = waits.for(tx.id);
    waits.changed(tx.id, { kind: "Processing" });
    expect(await settled(wait)).toBe("waiting");
    waits.changed(tx.id, { kind: "Dropped", reason: "too late" });
    expect(await wait).toBe("too late");
  });

  it("ends without a block after five seconds, or when the chain gets another past", async () => {
    const waits = new BlockWaits();
    const late = waits.for(tx.id);
    vi.advanceTimersByTime(4_999);
    expect(await settled(late)).toBe("waiting");
    vi.advanceTimersByTime(1);
    expect(await late).toBeUndefined();
    const reverted = waits.for(tx.id);
    waits.settleAll();
    expect(await reverted).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
