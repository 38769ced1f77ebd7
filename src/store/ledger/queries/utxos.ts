import { compareBytes, type Id, type ShortId } from "../../../formats/bytes.ts";
import type { Output } from "../../../pchain/components/outputs.ts";
import { encodeUtxo, inputID } from "../../../pchain/components/utxo.ts";
import type { HeldOutput, Holdings } from "../holdings.ts";
import { addressesOf, type LedgerRow } from "../schema.ts";
import type {
  OutputKey,
  OutputRecord,
  PlainOutputRecord,
  UtxoOptions,
  UtxoRecord,
} from "./ledger-queries.ts";
import { type Selects, slot } from "./selects.ts";
import { eachRead } from "./unread.ts";

/** The UTXOs that an address held after a block. */
export function* utxosOf(
  selects: Selects,
  holdings: Holdings,
  address: ShortId,
  { height, after, includesSpent }: UtxoOptions,
): Iterable<UtxoRecord> {
  const held = holdings.of(address, height, includesSpent);
  const all = () => holdings.of(address, height, true);
  const read = selects.fixed<OutputRecord>("output", () => outputQuery(selects));
  const wanted = after === undefined ? inUtxoOrder(held) : following(after, held, all);
  for (const { id, row } of rowsOf(wanted, read, selects.readAhead)) {
    const isSpent = row!.spent_height !== null && row!.spent_height <= height;
    yield {
      utxoID: id,
      bytes: utxoBytes(row!),
      spent:
        isSpent && row!.spent_by !== null
          ? { txID: row!.spent_by, height: row!.spent_height!, input: row!.spent_input! }
          : undefined,
    };
  }
}

function* rowsOf(
  wanted: Iterable<Identified>,
  read: (key: OutputKey) => OutputRecord[],
  readAhead: number,
): Iterable<{ readonly id: Id; readonly row: OutputRecord | undefined }> {
  let some: Identified[] = [];
  const rows = () => eachRead(some, ({ id, held }) => ({ id, row: read(held)[0] }));
  for (const each of wanted) {
    some.push(each);
    if (some.length < readAhead) continue;
    yield* rows();
    some = [];
  }
  yield* rows();
}

/** An output, spent or not. */
export function outputAt(selects: Selects, key: OutputKey): OutputRecord | undefined {
  return selects.fixed<OutputRecord>("output", () => outputQuery(selects))(key)[0];
}

export function plainOutputAt(selects: Selects, key: OutputKey): PlainOutputRecord | undefined {
  const query = () =>
    selects.compose
      .selectFrom("ledger_outputs as o")
      .select(["o.asset_id", "o.amount", "o.threshold", "o.locktime", "o.addresses"])
      .where("o.tx_id", "=", slot<Id>("txID"))
      .where("o.output_index", "=", slot<number>("outputIndex"));
  return selects.fixed<PlainOutputRecord>("plain output", query)(key)[0];
}

/** With the slots `txID` and `outputIndex`. */
function outputQuery(selects: Selects) {
  return outputRows(selects)
    .where("o.tx_id", "=", slot<Id>("txID"))
    .where("o.output_index", "=", slot<number>("outputIndex"));
}

export function outputRows({ compose }: Selects) {
  return compose
    .selectFrom("ledger_outputs as o")
    .leftJoin("ledger_txs as s", (join) =>
      join.onRef("s.height", "=", "o.spent_height").onRef("s.position", "=", "o.spent_position"),
    )
    .leftJoin("ledger_blocks as c", "c.height", "o.created_height")
    .leftJoin("ledger_blocks as e", "e.height", "o.spent_height")
    .selectAll("o")
    .select(["s.id as spent_by", "c.time as created_time", "e.time as spent_time"]);
}

type Identified = { readonly id: Id; readonly held: HeldOutput };

/** Newest first, then by UTXO ID, as in the state. A page needs few of the IDs, each of which is a hash. */
function* inUtxoOrder(held: readonly HeldOutput[]): Iterable<Identified> {
  const newest = held.toSorted((a, b) => b.fromHeight - a.fromHeight);
  for (let from = 0, to = 0; from < newest.length; from = to) {
    const { fromHeight } = newest[from]!;
    while (newest[to]?.fromHeight === fromHeight) to++;
    yield* newest
      .slice(from, to)
      .map((output) => ({ id: inputID(output.txID, output.outputIndex), held: output }))
      .sort((a, b) => compareBytes(a.id, b.id));
  }
}

/** Those after a UTXO, which may be spent since the page before; all if the address never had it. */
function* following(
  after: Id,
  held: readonly HeldOutput[],
  all: () => readonly HeldOutput[],
): Iterable<Identified> {
  const height = heightOf(after, held) ?? heightOf(after, all()) ?? Number.MAX_SAFE_INTEGER;
  const rest = held.filter(({ fromHeight }) => fromHeight <= height);
  for (const each of inUtxoOrder(rest)) {
    if (each.held.fromHeight < height || compareBytes(each.id, after) > 0) yield each;
  }
}

function heightOf(utxoID: Id, held: readonly HeldOutput[]): number | undefined {
  for (const { id, held: found } of inUtxoOrder(held)) {
    if (compareBytes(id, utxoID) === 0) return found.fromHeight;
  }
  return undefined;
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
