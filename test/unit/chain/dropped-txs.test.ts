import { expect, it } from "vitest";
import { DroppedTxs } from "../../../src/chain/dropped-txs.ts";

const idOf = (number: number) => new Uint8Array(32).fill(number);

it("remembers the last 64 reasons, the least recently asked forgotten first", () => {
  const dropped = new DroppedTxs();
  for (let i = 0; i < 64; i++) dropped.drop(idOf(i), `reason ${i}`);
  expect(dropped.reason(idOf(0))).toBe("reason 0");
  dropped.drop(idOf(64), "one more");
  expect(dropped.reason(idOf(1))).toBeUndefined();
  expect(dropped.reason(idOf(0))).toBe("reason 0");
  expect(dropped.reason(idOf(64))).toBe("one more");
});

it("has the latest reason, and none once a transaction is back", () => {
  const dropped = new DroppedTxs();
  dropped.drop(idOf(1), "first");
  dropped.drop(idOf(1), "second");
  expect(dropped.reason(idOf(1))).toBe("second");
  dropped.forget(idOf(1));
  expect(dropped.reason(idOf(1))).toBeUndefined();
});

it("checks a transaction again when other rules hold, and returns its reason until then", () => {
  const dropped = new DroppedTxs();
  dropped.drop(idOf(1), "by the old rules");
  expect(dropped.refusal(idOf(1))).toBe("by the old rules");
  dropped.reconsider();
  expect(dropped.refusal(idOf(1))).toBeUndefined();
  expect(dropped.reason(idOf(1))).toBe("by the old rules");
  dropped.drop(idOf(1), "by the new ones");
  expect(dropped.refusal(idOf(1))).toBe("by the new ones");
});
