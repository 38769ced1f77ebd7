import { forkOf } from "../interval-tree.ts";
import type { SqliteDatabase, SqliteStatement } from "../sqlite.ts";
import { insertionOrder } from "./insertion-order.ts";
import { type LedgerRow, openEnd, openFork } from "./schema.ts";
import { RowInsert } from "./statements.ts";

type Output = LedgerRow<"outputs">;
type Holding = LedgerRow<"holdings">;

const addressLength = 20;

/** Writes which address held which output from when until when: a row for each owner. */
export class HoldingWriter {
  readonly #waiting: Holding[] = [];
  readonly #insert: RowInsert<"holdings">;
  readonly #end: SqliteStatement;
  readonly #delete: SqliteStatement;

  constructor(database: SqliteDatabase) {
    const open = `address = ? AND is_staked = ? AND fork = ${openFork} AND to_height = ${openEnd}
      AND tx_id = ? AND output_index = ?`;
    this.#insert = new RowInsert(database, "holdings");
    this.#end = database.prepare(
      `UPDATE ledger_holdings SET fork = ?, to_height = ? WHERE ${open}`,
    );
    this.#delete = database.prepare(`DELETE FROM ledger_holdings WHERE ${open}`);
  }

  /** All of an output as its row says. */
  addAll(output: Output): void {
    for (const row of holdingsOf(output)) this.#waiting.push(row);
  }

  /** While the output was staked: until a height, or still. */
  addStaked(output: Output, spendableHeight: number | null): void {
    for (const row of stakedHoldings(output, spendableHeight)) this.#waiting.push(row);
  }

  /** Inserts rows that have no others to wait for: open, or with their last height. */
  insert(output: Output, isStaked: boolean, from: number, to = openEnd): void {
    for (const row of holdings(output, isStaked, from, to)) this.#insert.run(row);
  }

  /** Ends at a height what began at `from`. What began in the same block was never held after one. */
  end(
    { addresses, tx_id, output_index }: Output,
    isStaked: boolean,
    from: number,
    height: number,
  ): void {
    const to = height - 1;
    for (const address of addressesOf(addresses)) {
      const key = [address, Number(isStaked), tx_id, output_index];
      if (to < from) this.#delete.run(...key);
      else this.#end.run(forkOf(from, to), to, ...key);
    }
  }

  /** Inserts what waits in the order of the table. */
  flush(): void {
    this.#insert.runAll(insertionOrder(this.#waiting, ({ address }) => address));
    this.clear();
  }

  clear(): void {
    this.#waiting.length = 0;
  }
}

/** Who held an output from when until when, as its row says. */
export function holdingsOf(output: Output): readonly Holding[] {
  const { exported_to, spendable_height: from, spent_height: spent } = output;
  if (exported_to !== null) return [];
  const staked = stakedHoldings(output, from);
  return from === null ? staked : [...staked, ...holdings(output, false, from, endBefore(spent))];
}

function stakedHoldings(output: Output, spendableHeight: number | null): Holding[] {
  if (output.origin !== "stake") return [];
  return holdings(output, true, output.created_height, endBefore(spendableHeight));
}

function endBefore(height: number | null): number {
  return height === null ? openEnd : height - 1;
}

function holdings(output: Output, isStaked: boolean, from: number, to: number): Holding[] {
  if (to < from) return [];
  const { addresses, tx_id, output_index, asset_id, amount, locktime, stake_locktime } = output;
  return addressesOf(addresses).map((address) => ({
    address,
    is_staked: Number(isStaked),
    fork: to === openEnd ? openFork : forkOf(from, to),
    to_height: to,
    tx_id,
    output_index,
    from_height: from,
    asset_id,
    amount,
    locktime,
    stake_locktime,
    owner_count: addresses.length / addressLength,
  }));
}

function addressesOf(joined: Uint8Array): readonly Uint8Array[] {
  if (joined.length === addressLength) return [joined];
  return Array.from({ length: joined.length / addressLength }, (_, owner) =>
    joined.subarray(owner * addressLength, (owner + 1) * addressLength),
  );
}
