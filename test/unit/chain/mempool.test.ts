import { expect, it } from "vitest";
import { Mempool, MempoolFull } from "../../../src/chain/mempool.ts";
import type { Tx } from "../../../src/pchain/txs/tx.ts";
import { divide, payerUtxo } from "../../support/transfers.ts";

const first = divide(12345, payerUtxo(1), 1, 0n);
const second = divide(12345, payerUtxo(2), 1, 0n);
const rival = divide(12345, payerUtxo(1), 1, 1n);

/** Another transaction of so many bytes. */
function sized(number: number, byteCount: number): Tx {
  const tx = divide(12345, payerUtxo(number), 1, 0n);
  return { ...tx, bytes: new Uint8Array(byteCount) };
}

it("gives transactions back in the order in which they came", () => {
  const mempool = new Mempool();
  mempool.add(second);
  mempool.add(first);
  expect([...mempool]).toEqual([second, first]);
  expect(mempool.get(first.id)).toBe(first);
  expect(mempool.has(rival.id)).toBe(false);
  expect(mempool.bytesUsed).toBe(first.bytes.length + second.bytes.length);
});

it("rejects a duplicate, and a transaction that spends the same output as another", () => {
  const mempool = new Mempool();
  mempool.add(first);
  expect(() => mempool.add(first)).toThrow(/^duplicate tx: /);
  expect(() => mempool.add(rival)).toThrow(/^tx conflicts with other tx: /);
  mempool.remove(first);
  mempool.add(rival);
  expect(mempool.size).toBe(1);
});

it("removes conflicting transactions if it does not have the removed one", () => {
  const mempool = new Mempool();
  mempool.add(first);
  mempool.add(second);
  mempool.remove(rival);
  expect([...mempool]).toEqual([second]);
  expect(mempool.bytesUsed).toBe(second.bytes.length);
});

it("has room for transactions of 64 KiB, and for 64 MiB of them", () => {
  const mempool = new Mempool();
  const kibibytes64 = 64 * 1024;
  expect(() => mempool.add(sized(0, kibibytes64 + 1))).toThrow(
    /^tx too large: \w+ size \(65537\) > max size \(65536\)$/,
  );
  for (let i = 0; i < 1024; i++) mempool.add(sized(i, kibibytes64));
  const late = sized(1024, 1);
  expect(() => mempool.add(late)).toThrow(MempoolFull);
  expect(() => mempool.add(late)).toThrow(
    /^mempool is full: \w+ size \(1\) > available space \(0\)$/,
  );
  mempool.remove(sized(7, kibibytes64));
  mempool.add(late);
  expect(mempool.size).toBe(1024);
});
