import { BoundedCache } from "../../../cache/bounded-cache.ts";
import {
  type BytesKey,
  compareBytes,
  equalBytes,
  type Id,
  keyOf,
  type ShortId,
} from "../../../formats/bytes.ts";
import type { Output } from "../../../pchain/components/outputs.ts";
import { encodeUtxo, inputID } from "../../../pchain/components/utxo.ts";
import type { HeldOutput, Holdings } from "../holdings.ts";
import { addressesOf, type LedgerRow } from "../schema.ts";
import { outputsOfAddress } from "./address-outputs.ts";
import type { OutputRecord, UtxoOptions, UtxoRecord } from "./ledger-queries.ts";
import { outputAt } from "./outputs.ts";
import type { Selects } from "./selects.ts";
import { eachRead } from "./unread.ts";

/** The heights of UTXOs that pages ended with. The ID of a UTXO that is spent does not say where the next page begins. */
export type UtxoPlaces = BoundedCache<BytesKey, number>;

/** Of more lists than clients read at the same time. */
export const newUtxoPlaces = (): UtxoPlaces => new BoundedCache(1_024);

/** The UTXOs of an address after a block, newest first, then by UTXO ID, as in the state. */
export class LedgerUtxos {
  readonly #selects: Selects;
  readonly #holdings: Holdings;
  readonly #places: UtxoPlaces;

  constructor(selects: Selects, holdings: Holdings, places: UtxoPlaces) {
    this.#selects = selects;
    this.#holdings = holdings;
    this.#places = places;
  }

  /** Those after a UTXO, which may be spent since the page before; all if the address never had it. */
  *of(address: ShortId, options: UtxoOptions): Iterable<UtxoRecord> {
    const { height, after } = options;
    const since = after === undefined ? undefined : this.#heightOf(after, address, height);
    let last: ReceivedOutput | undefined;
    try {
      for (const each of this.#upTo(since ?? height, address, options)) {
        if (since !== undefined && isUpTo(after!, since, each)) continue;
        last = each;
        yield recordOf(each, height);
      }
    } finally {
      if (last !== undefined) this.#places.set(keyOf(last.utxoID), last.row.spendable_height!);
    }
  }

  #upTo(
    heightMax: number,
    address: ShortId,
    { height, includesSpent }: UtxoOptions,
  ): Iterable<ReceivedOutput> {
    if (includesSpent) return this.#received(address, heightMax);
    const held = this.#holdings.of(address, height, false);
    return this.#rowsOf(held.filter(({ fromHeight }) => fromHeight <= heightMax));
  }

  /** Those that were spent since, too. What the genesis created is no output of a transaction. */
  *#received(address: ShortId, heightMax: number): Iterable<ReceivedOutput> {
    const range = { from: 1, to: heightMax, isDescending: true };
    for (const list of outputsOfAddress(this.#selects, address, {
      moment: "spendable",
      ...range,
    })) {
      yield* receivedInOrder(list);
    }
    yield* this.#rowsOf(this.#holdings.of(address, 0, false));
  }

  /** When a UTXO of an address became one; undefined if it never did. */
  #heightOf(utxoID: Id, address: ShortId, heightMax: number): number | undefined {
    const noted = this.#places.get(keyOf(utxoID));
    if (noted !== undefined && noted <= heightMax) {
      for (const each of this.#received(address, noted)) {
        // A dev node may have reverted that block.
        if (each.row.spendable_height !== noted) break;
        if (equalBytes(each.utxoID, utxoID)) return noted;
      }
    }
    const isIt = ({ txID, outputIndex }: HeldOutput) =>
      equalBytes(inputID(txID, outputIndex), utxoID);
    const found = (includesSpent: boolean) =>
      this.#holdings.of(address, heightMax, includesSpent).find(isIt);
    return (found(false) ?? found(true))?.fromHeight;
  }

  *#rowsOf(held: readonly HeldOutput[]): Iterable<ReceivedOutput> {
    let some: Identified[] = [];
    const rows = () =>
      eachRead(some, ({ utxoID, held }) => {
        return { utxoID, row: outputAt(this.#selects, held)! };
      });
    for (const each of inUtxoOrder(held)) {
      some.push(each);
      if (some.length < this.#selects.readAhead) continue;
      yield* rows();
      some = [];
    }
    yield* rows();
  }
}

/** An output that became a UTXO of an address. */
type ReceivedOutput = { readonly utxoID: Id; readonly row: OutputRecord };

type Identified = { readonly utxoID: Id; readonly held: HeldOutput };

/** A page needs few of the IDs, each of which is a hash. */
function* inUtxoOrder(held: readonly HeldOutput[]): Iterable<Identified> {
  const newest = held.toSorted((a, b) => b.fromHeight - a.fromHeight);
  for (let from = 0, to = 0; from < newest.length; from = to) {
    const { fromHeight } = newest[from]!;
    while (newest[to]?.fromHeight === fromHeight) to++;
    yield* newest
      .slice(from, to)
      .map((output) => ({ utxoID: inputID(output.txID, output.outputIndex), held: output }))
      .sort((a, b) => compareBytes(a.utxoID, b.utxoID));
  }
}

/** Those that were spent in the block that made them a UTXO were none after any block. */
function receivedInOrder(rows: readonly OutputRecord[]): ReceivedOutput[] {
  return rows
    .filter((row) => row.spent_height === null || row.spent_height > row.spendable_height!)
    .map((row) => ({ utxoID: inputID(row.tx_id, row.output_index), row }))
    .sort(
      (a, b) =>
        b.row.spendable_height! - a.row.spendable_height! || compareBytes(a.utxoID, b.utxoID),
    );
}

/** Whether a UTXO is not after a place. */
function isUpTo(placeID: Id, placeHeight: number, { utxoID, row }: ReceivedOutput): boolean {
  return row.spendable_height === placeHeight && compareBytes(utxoID, placeID) <= 0;
}

function recordOf({ utxoID, row }: ReceivedOutput, height: number): UtxoRecord {
  const isSpent = row.spent_height !== null && row.spent_height <= height;
  return {
    utxoID,
    bytes: utxoBytes(row),
    spent:
      isSpent && row.spent_by !== null
        ? { txID: row.spent_by, height: row.spent_height!, input: row.spent_input! }
        : undefined,
  };
}

/** With the codec version. */
function utxoBytes(row: LedgerRow<"outputs">): Uint8Array {
  const transfer = {
    kind: "TransferOutput",
    amount: row.amount,
    locktime: row.locktime,
    threshold: row.threshold,
    addresses: addressesOf(row.addresses),
  } as const;
  const output: Output =
    row.stake_locktime === 0n
      ? transfer
      : { kind: "LockOut", locktime: row.stake_locktime, output: transfer };
  const { tx_id: txID, output_index: outputIndex, asset_id: assetID } = row;
  return encodeUtxo({ txID, outputIndex, assetID, output });
}
