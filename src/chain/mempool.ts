import { type BytesKey, compareBytes, type Id, keyOf } from "../formats/bytes.ts";
import { formatId } from "../formats/id.ts";
import type { ChainContext } from "../networks/network.ts";
import { type Metered, meter } from "../pchain/fees/metering.ts";
import { Rejection, within } from "../pchain/rejection.ts";
import { SortedList } from "../pchain/state/sorted-list.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import { inputIDs } from "../pchain/txs/unsigned-tx.ts";
import { maxBigint } from "../pchain/uint64.ts";

const txSizeMaxBytes = 64 * 1024;
const mempoolSizeMaxBytes = 64 * 1024 * 1024;
/** The gas capacity of public networks. A chain with a larger capacity also has a larger mempool. */
const leastGasCapacity = 1_000_000n;

/**
 * Transactions that wait for a block. No two of them spend the same UTXO. A policy decides their order and how many
 * there may be. avalanchego vms/txs/mempool/mempool.go @ v1.12.1
 */
export class Mempool {
  readonly #policy: Policy;
  readonly #txs = new Map<BytesKey, Tx>();
  readonly #spenders = new Map<BytesKey, Tx>();
  #bytesUsed = 0;

  /** First in, first out, unless the chain's release orders by gas price. */
  constructor(chain?: Pick<ChainContext, "network" | "avaxAssetID">) {
    this.#policy =
      chain?.network.release.mempool === "gas-price" ? new ByGasPrice(chain) : new ByArrival();
  }

  get size(): number {
    return this.#txs.size;
  }

  get bytesUsed(): number {
    return this.#bytesUsed;
  }

  /** What is left of the policy's limit. */
  get room(): Room {
    return this.#policy.room(this.#bytesUsed);
  }

  has(txID: Id): boolean {
    return this.#txs.has(keyOf(txID));
  }

  get(txID: Id): Tx | undefined {
    return this.#txs.get(keyOf(txID));
  }

  /** Whether a transaction in it spends a UTXO. */
  isSpent(utxoID: Id): boolean {
    return this.#spenders.has(keyOf(utxoID));
  }

  /** In the order in which a block takes them. */
  [Symbol.iterator](): IterableIterator<Tx> {
    return this.#policy.inOrder(this.#txs.values());
  }

  /** Throws a Rejection if the transaction is a duplicate, is too large, conflicts, or does not fit. */
  add(tx: Tx): void {
    const id = keyOf(tx.id);
    if (this.#txs.has(id)) throw new Rejection(`duplicate tx: ${formatId(tx.id)}`);
    const spent = inputIDs(tx.unsigned).map(keyOf);
    const isConflict = spent.some((utxoID) => this.#spenders.has(utxoID));
    const evicted = this.#policy.admit(tx, isConflict, this.#bytesUsed);
    for (const other of evicted) this.#forget(other);
    this.#policy.added(tx);
    this.#bytesUsed += tx.bytes.length;
    this.#txs.set(id, tx);
    for (const utxoID of spent) this.#spenders.set(utxoID, tx);
  }

  /** Removes a transaction. */
  remove(tx: Tx): void {
    this.#forget(tx);
  }

  /** Removes a transaction, or, if the mempool does not have it, those that conflict with it. */
  removeConflicts(tx: Tx): void {
    if (this.#txs.has(keyOf(tx.id))) {
      this.#forget(tx);
      return;
    }
    // During a replay the mempool is empty, so do not compute these IDs: each is a hash.
    if (this.#spenders.size === 0) return;
    for (const utxoID of inputIDs(tx.unsigned)) {
      const conflicting = this.#spenders.get(keyOf(utxoID));
      if (conflicting !== undefined) this.#forget(conflicting);
    }
  }

  clear(): void {
    for (const tx of [...this.#txs.values()]) this.#forget(tx);
  }

  /** Returns a function that restores the current transactions. */
  keep(): () => void {
    const kept = [...this.#txs.values()];
    return () => {
      this.clear();
      for (const tx of kept) this.add(tx);
    };
  }

  #forget(tx: Tx): void {
    if (!this.#txs.delete(keyOf(tx.id))) return;
    this.#policy.removed(tx);
    this.#bytesUsed -= tx.bytes.length;
    for (const utxoID of inputIDs(tx.unsigned)) this.#spenders.delete(keyOf(utxoID));
  }
}

/** The mempool is full. Unlike other rejections, this one is not remembered. */
export class MempoolFull extends Rejection {}

type Room = { readonly unit: "bytes" | "gas"; readonly available: number };

interface Policy {
  room(bytesUsed: number): Room;
  inOrder(txs: IterableIterator<Tx>): IterableIterator<Tx>;
  /** Returns the transactions that make room for this one; throws a Rejection. */
  admit(tx: Tx, isConflict: boolean, bytesUsed: number): readonly Tx[];
  added(tx: Tx): void;
  removed(tx: Tx): void;
}

/** The rules of v1.12: by arrival, limited in bytes. */
class ByArrival implements Policy {
  inOrder(txs: IterableIterator<Tx>): IterableIterator<Tx> {
    return txs;
  }

  room(bytesUsed: number): Room {
    return { unit: "bytes", available: mempoolSizeMaxBytes - bytesUsed };
  }

  admit({ id, bytes }: Tx, isConflict: boolean, bytesUsed: number): readonly Tx[] {
    const bytesAvailable = mempoolSizeMaxBytes - bytesUsed;
    if (bytes.length > txSizeMaxBytes) {
      throw new Rejection(
        `tx too large: ${formatId(id)} size (${bytes.length}) > max size (${txSizeMaxBytes})`,
      );
    }
    if (bytes.length > bytesAvailable) {
      throw new MempoolFull(
        `mempool is full: ${formatId(id)} size (${bytes.length}) > available space (${bytesAvailable})`,
      );
    }
    if (isConflict) throw new Rejection(`tx conflicts with other tx: ${formatId(id)}`);
    return [];
  }

  added(): void {}

  removed(): void {}
}

type Priced = Metered & { readonly tx: Tx };

/** By the price of gas, limited in gas. avalanchego vms/platformvm/txs/mempool/mempool.go @ v1.15.0-fuji */
class ByGasPrice implements Policy {
  readonly #chain: Pick<ChainContext, "network" | "avaxAssetID">;
  readonly #ascending = new SortedList<Priced>(comparePriced);
  readonly #byID = new Map<BytesKey, Priced>();
  #gasAvailable: bigint;

  constructor(chain: Pick<ChainContext, "network" | "avaxAssetID">) {
    this.#chain = chain;
    this.#gasAvailable = maxBigint(leastGasCapacity, chain.network.dynamicFees.maxCapacity);
  }

  *inOrder(): IterableIterator<Tx> {
    for (const { tx } of [...this.#ascending].reverse()) yield tx;
  }

  room(): Room {
    return { unit: "gas", available: Number(this.#gasAvailable) };
  }

  admit(tx: Tx, isConflict: boolean): readonly Tx[] {
    if (isConflict) throw new Rejection("tx conflicts with other tx");
    const { gas, price } = this.#meter(tx);
    let gasMissing = gas - this.#gasAvailable;
    const evicted: Tx[] = [];
    for (const cheaper of this.#ascending) {
      if (gasMissing <= 0n || cheaper.price >= price) break;
      evicted.push(cheaper.tx);
      gasMissing -= cheaper.gas;
    }
    if (gasMissing > 0n) throw new Rejection("not enough gas");
    return evicted;
  }

  added(tx: Tx): void {
    const priced = { tx, ...this.#meter(tx) };
    this.#ascending.add(priced);
    this.#byID.set(keyOf(tx.id), priced);
    this.#gasAvailable -= priced.gas;
  }

  removed(tx: Tx): void {
    const priced = this.#byID.get(keyOf(tx.id))!;
    this.#ascending.delete(priced);
    this.#byID.delete(keyOf(tx.id));
    this.#gasAvailable += priced.gas;
  }

  #meter({ unsigned }: Tx): Metered {
    const { network, avaxAssetID } = this.#chain;
    return within("failed to meter tx", () =>
      meter(unsigned, avaxAssetID, network.dynamicFees.weights),
    );
  }
}

function comparePriced(a: Priced, b: Priced): number {
  return a.price === b.price ? compareBytes(a.tx.id, b.tx.id) : a.price - b.price;
}
