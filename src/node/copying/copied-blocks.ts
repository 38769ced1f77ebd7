import { keyOf } from "../../formats/bytes.ts";
import type { OutboxEntry } from "../../store/ledger/outbox.ts";
import { changedRows, type RowTable, rowReader, rowTables } from "../../store/ledger/rows.ts";
import { ledgerSchema } from "../../store/ledger/schema.ts";
import type { RowSet } from "../../store/postgres/ledger-database.ts";
import type { SqliteDatabase } from "../../store/sqlite.ts";

const pageRows = 5_000;

/** Reads what blocks changed, with the rows as they were after the last of them. */
export class CopiedBlocks {
  readonly #database: SqliteDatabase;
  readonly #output: ReturnType<typeof rowReader<"outputs">>;
  readonly #period: ReturnType<typeof rowReader<"staking_periods">>;
  readonly #subnet: ReturnType<typeof rowReader<"subnets">>;
  readonly #day: ReturnType<typeof rowReader<"days">>;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.#output = rowReader(database, "outputs");
    this.#period = rowReader(database, "staking_periods");
    this.#subnet = rowReader(database, "subnets");
    this.#day = rowReader(database, "days");
  }

  /** The rows of entries that follow each other. */
  ofEntries(entries: readonly OutboxEntry[]): RowSet {
    const asOf = entries.at(-1)!.height;
    const all = entries.map(({ changes }) => changes);
    const known = <Row>(row: Row | undefined) => row ?? [];
    const outputs = unique(all.flatMap((each) => each.outputs));
    const periods = unique(all.flatMap((each) => each.periods));
    const subnets = unique(all.flatMap((each) => each.subnets.map((id) => [id] as const)));
    const days = [...new Set(all.flatMap((each) => each.days))];
    const inserted = (Object.keys(all[0]!.rows) as (keyof OutboxEntry["changes"]["rows"])[]).map(
      (name) => [name, all.flatMap(({ rows }): readonly object[] => rows[name])] as const,
    );
    return {
      ...(Object.fromEntries(inserted) as RowSet),
      outputs: outputs.flatMap((key) => known(this.#output(key, asOf))),
      staking_periods: periods.flatMap((key) => known(this.#period(key, asOf))),
      subnets: subnets.flatMap((key) => known(this.#subnet(key, asOf))),
      l1_validators: all.flatMap((each) => each.l1Validators),
      days: days.flatMap((day) => known(this.#day([day], asOf))),
    };
  }

  /** The same for the blocks above one up to another, by reading all tables a page at a time. */
  *ofHeights(above: number, asOf: number): Generator<RowSet> {
    for (const name of rowTables) {
      // They follow from the outputs.
      if (name !== "holdings") yield* this.#pages(name, above, asOf);
    }
  }

  *#pages(name: RowTable, above: number, asOf: number): Generator<RowSet> {
    const { key } = ledgerSchema[name];
    let after: readonly unknown[] | undefined;
    for (;;) {
      const rows = changedRows(this.#database, name, { above, asOf, after, limit: pageRows });
      if (rows.length > 0) yield { [name]: rows };
      if (rows.length < pageRows) return;
      const last = rows.at(-1) as unknown as Readonly<Record<string, unknown>>;
      after = key.map((column) => last[column]);
    }
  }
}

function unique<Key extends readonly (Uint8Array | number)[]>(keys: readonly Key[]): Key[] {
  const known = new Map<string, Key>();
  for (const key of keys) {
    known.set(key.map((part) => (typeof part === "number" ? part : keyOf(part))).join(" "), key);
  }
  return [...known.values()];
}
