import { describe, expect, it } from "vitest";
import { Mempool, MempoolFull } from "../../../src/chain/mempool.ts";
import { underRelease } from "../../../src/networks/find-network.ts";
import { local } from "../../../src/networks/local.ts";
import { complexityOf, gasOf } from "../../../src/pchain/fees/complexity.ts";
import { Rejection } from "../../../src/pchain/rejection.ts";
import { makeTx, type Tx } from "../../../src/pchain/txs/tx.ts";
import { divide, payerUtxo } from "../../support/transfers.ts";

const first = divide(12345, payerUtxo(1), 1, 0n);
const second = divide(12345, payerUtxo(2), 1, 0n);
const rival = divide(12345, payerUtxo(1), 1, 1n);

/** Another transaction of a number of bytes. */
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
  expect(mempool.size).toBe(2);
  mempool.removeConflicts(rival);
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

/** avalanchego vms/platformvm/txs/mempool/mempool.go @ v1.15.0-fuji */
describe("by gas price", () => {
  const avaxAssetID = new Uint8Array(32).fill(9);
  const open = () => new Mempool({ network: underRelease(local, "newest"), avaxAssetID });
  const paying = (number: number, burned: bigint) =>
    divide(12345, payerUtxo(number, avaxAssetID, 1_000_000_000n), 1, burned);
  const gas = gasOf(complexityOf(paying(1, 1n).unsigned), local.dynamicFees.weights);
  /** As many as the capacity has room for. */
  const countMax = Number(1_000_000n / gas);

  it("the dearest comes first, then the larger ID", () => {
    const mempool = open();
    const [cheap, dear, ...same] = [
      paying(1, 10n),
      paying(2, 30n),
      paying(3, 20n),
      paying(4, 20n),
    ] as const;
    const byID = [...same].sort((a, b) => Buffer.compare(b.id, a.id));
    for (const tx of [cheap, ...same, dear]) mempool.add(tx);
    expect([...mempool]).toEqual([dear, ...byID, cheap]);
    expect(mempool.room).toEqual({ unit: "gas", available: 1_000_000 - 4 * Number(gas) });
    mempool.remove(dear);
    expect([...mempool]).toEqual([...byID, cheap]);
  });

  it("a transaction with a higher price replaces the cheapest, others are rejected", () => {
    const mempool = open();
    const txs = Array.from({ length: countMax }, (_, i) => paying(i, BigInt(100 + i)));
    for (const tx of txs) mempool.add(tx);
    expect(() => mempool.add(paying(countMax, 100n))).toThrow(new Rejection("not enough gas"));
    const dear = paying(countMax + 1, 1_000n);
    mempool.add(dear);
    expect(mempool.size).toBe(countMax);
    expect(mempool.has(txs[0]!.id)).toBe(false);
    expect(mempool.has(txs[1]!.id)).toBe(true);
  });

  it("checks conflicts before the price, and rejects a transaction without gas", () => {
    const mempool = open();
    mempool.add(paying(1, 10n));
    expect(() => mempool.add(paying(1, 20n))).toThrow(new Rejection("tx conflicts with other tx"));
    const reward = makeTx({ kind: "RewardValidatorTx", txID: avaxAssetID }, []);
    expect(() => mempool.add(reward)).toThrow(
      new Rejection(
        "failed to meter tx: getting utxos getting utxos unsupported tx type: RewardValidatorTx",
      ),
    );
    const minted = divide(12345, payerUtxo(2, avaxAssetID, 10n), 1, -1n);
    expect(() => mempool.add(minted)).toThrow(new Rejection("failed to meter tx: AVAX minted"));
  });

  it("more than 64 KiB is accepted, and brought back with the others", () => {
    const mempool = open();
    const large = { ...paying(1, 10n), bytes: new Uint8Array(64 * 1024 + 1) };
    mempool.add(large);
    const restore = mempool.keep();
    mempool.clear();
    expect([...mempool]).toEqual([]);
    restore();
    expect([...mempool]).toEqual([large]);
  });
});
