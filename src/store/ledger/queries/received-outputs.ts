import { compareBytes, equalBytes, type Id, type ShortId } from "../../../formats/bytes.ts";
import { inputID } from "../../../pchain/components/utxo.ts";
import { addressesOf, addressRoles } from "../schema.ts";
import type { OutputRecord } from "./ledger-queries.ts";
import { outputRows } from "./outputs.ts";
import { type Selects, slot } from "./selects.ts";

/** An output that became a UTXO of an address. */
export type ReceivedOutput = { readonly utxoID: Id; readonly row: OutputRecord };

/** Outputs that are read at once. */
const readAtOnce = 128;
const all = Number.MAX_SAFE_INTEGER;
const receivingRoles = addressRoles.output | addressRoles.reward;

/**
 * The UTXOs that an address received from height 1 up to another one, newest first, then by UTXO ID, whether they were spent
 * since or not. Those that were spent in their own block are left out. Reads no more than what is asked for.
 */
export function* receivedOutputs(
  selects: Selects,
  address: ShortId,
  heightMax: number,
): Iterable<ReceivedOutput> {
  const read = (from: number, to: number, count: number) =>
    selects.fixed<OutputRecord>("received outputs", () => receivedRows(selects))({
      ...{ address, from, to, count },
    });
  for (let to = heightMax; to > 0; ) {
    const rows = read(1, to, readAtOnce);
    if (rows.length < readAtOnce) {
      yield* inUtxoOrder(rows, address);
      return;
    }
    const lowest = rows.at(-1)!.spendable_height!;
    const whole = rows.filter(({ spendable_height: height }) => height! > lowest);
    yield* inUtxoOrder(whole.length > 0 ? whole : read(lowest, lowest, all), address);
    to = whole.length > 0 ? lowest : lowest - 1;
  }
}

/**
 * A UTXO has the ID of the transaction that made it one, or of the staking transaction that this one ends. With the slots
 * `address`, `from`, `to` and `count`.
 */
function receivedRows(selects: Selects) {
  return outputRows(selects)
    .innerJoin("ledger_address_txs as a", (join) =>
      join
        .onRef("a.height", "=", "o.spendable_height")
        .onRef("a.position", "=", "o.spendable_position"),
    )
    .innerJoin("ledger_txs as t", (join) =>
      join
        .onRef("t.height", "=", "a.height")
        .onRef("t.position", "=", "a.position")
        .on((eb) => eb("o.tx_id", "in", [eb.ref("t.id"), eb.ref("t.staking_tx_id")])),
    )
    .where("a.address", "=", slot<ShortId>("address"))
    .where("a.height", ">=", slot<number>("from"))
    .where("a.height", "<=", slot<number>("to"))
    .where((eb) => eb(eb("a.roles", "&", eb.lit(receivingRoles)), "<>", eb.lit(0)))
    .orderBy("a.height", "desc")
    .limit((eb) => eb(eb.val(slot<number>("count")), "+", eb.lit(0)));
}

function inUtxoOrder(rows: readonly OutputRecord[], address: ShortId): ReceivedOutput[] {
  return rows
    .filter(
      (row) => wasHeld(row) && addressesOf(row.addresses).some((each) => equalBytes(each, address)),
    )
    .map((row) => ({ utxoID: inputID(row.tx_id, row.output_index), row }))
    .sort(
      (a, b) =>
        b.row.spendable_height! - a.row.spendable_height! || compareBytes(a.utxoID, b.utxoID),
    );
}

function wasHeld({ spendable_height: from, spent_height: spent }: OutputRecord): boolean {
  return spent === null || spent > from!;
}
