import type { SqliteDatabase, SqliteStatement } from "../sqlite.ts";
import type { LedgerChanges, StakerChange } from "./block-changes.ts";
import { insertionOrder } from "./insertion-order.ts";
import { type HeightOf, OutputWriter } from "./output-writer.ts";
import type { LedgerRow } from "./schema.ts";
import { RowInsert } from "./statements.ts";
import type { Writable } from "./tx-rows.ts";

type Inserted = LedgerChanges["rows"];

/**
 * Writes the changes of blocks in the caller's transaction. They wait until `flush`, which writes table by table in the
 * order of the keys: a row then takes less than half the time. Heights may come in any order: a change of a row that is
 * not filled yet creates it, and what fills it later keeps the change.
 */
export class LedgerWriter {
  readonly #inserts: { readonly [Name in keyof Inserted]: RowInsert<Name> };
  readonly #waiting: { readonly [Name in keyof Inserted]: LedgerRow<Name>[] };
  readonly #others: Pick<LedgerChanges, "stakers" | "subnets" | "l1Validators">[] = [];
  readonly #days = new Map<number, Writable<LedgerRow<"days">>>();
  #isEmpty = true;
  readonly #outputs: OutputWriter;
  readonly #addPeriod: RowInsert<"staking_periods">;
  readonly #beginPeriod: SqliteStatement;
  readonly #endPeriod: SqliteStatement;
  readonly #putSubnet: RowInsert<"subnets">;
  readonly #insertL1: RowInsert<"l1_validators">;
  readonly #addDay: RowInsert<"days">;

  constructor(database: SqliteDatabase) {
    const insert = <Name extends keyof LedgerChanges["rows"]>(name: Name) =>
      new RowInsert(database, name);
    this.#inserts = {
      blocks: insert("blocks"),
      txs: insert("txs"),
      imports: insert("imports"),
      address_txs: insert("address_txs"),
      rewards: insert("rewards"),
      validator_changes: insert("validator_changes"),
      subnet_owners: insert("subnet_owners"),
      chains: insert("chains"),
      l1_events: insert("l1_events"),
      warp_messages: insert("warp_messages"),
    };
    this.#waiting = {
      blocks: [],
      txs: [],
      imports: [],
      address_txs: [],
      rewards: [],
      validator_changes: [],
      subnet_owners: [],
      chains: [],
      l1_events: [],
      warp_messages: [],
    };
    this.#outputs = new OutputWriter(database);
    const period = "(tx_id, start_time)";
    this.#addPeriod = new RowInsert(
      database,
      "staking_periods",
      `ON CONFLICT ${period} DO UPDATE SET added_height = excluded.added_height,
        added_position = excluded.added_position, validator_tx_id = excluded.validator_tx_id,
        began_height = coalesce(began_height, excluded.began_height),
        began_time = coalesce(began_time, excluded.began_time)`,
    );
    const samePeriod = "WHERE tx_id = ? AND start_time = ?";
    this.#beginPeriod = database.prepare(
      `UPDATE ledger_staking_periods SET began_height = ?, began_time = ?, potential_reward = ?
      ${samePeriod}`,
    );
    this.#endPeriod = database.prepare(
      `UPDATE ledger_staking_periods SET ended_height = ?, ended_position = ?, ended_time = ?,
        end_reason = ?, reward = ?, delegatee_reward = ?, restaked = ?, uptime = ? ${samePeriod}`,
    );
    this.#putSubnet = new RowInsert(
      database,
      "subnets",
      `ON CONFLICT (subnet_id) DO UPDATE SET height = min(height, excluded.height),
        position = CASE WHEN excluded.height < height THEN excluded.position ELSE position END,
        transformed_height = coalesce(transformed_height, excluded.transformed_height),
        elastic_asset_id = coalesce(elastic_asset_id, excluded.elastic_asset_id),
        converted_height = coalesce(converted_height, excluded.converted_height),
        conversion_id = coalesce(conversion_id, excluded.conversion_id),
        manager_chain_id = coalesce(manager_chain_id, excluded.manager_chain_id),
        manager_address = coalesce(manager_address, excluded.manager_address)`,
    );
    this.#insertL1 = new RowInsert(database, "l1_validators", "ON CONFLICT DO NOTHING");
    this.#addDay = new RowInsert(
      database,
      "days",
      `ON CONFLICT (day) DO UPDATE SET first_height = min(first_height, excluded.first_height),
        last_height = max(last_height, excluded.last_height), blocks = blocks + excluded.blocks,
        txs = txs + excluded.txs, rewards = rewards + excluded.rewards,
        burned = burned + excluded.burned, l1_fees = l1_fees + excluded.l1_fees`,
    );
  }

  /** How many rows wait, about. */
  get waiting(): number {
    return this.#outputs.waiting + this.#waiting.blocks.length + this.#waiting.address_txs.length;
  }

  add(changes: LedgerChanges, heightOf: HeightOf): void {
    this.#isEmpty = false;
    for (const name of namesOf(changes.rows)) {
      const waiting: unknown[] = this.#waiting[name];
      for (const row of changes.rows[name]) waiting.push(row);
    }
    for (const change of changes.outputs) this.#outputs.add(change, heightOf);
    const { stakers, subnets, l1Validators } = changes;
    if (stakers.length + subnets.length + l1Validators.length > 0) {
      this.#others.push({ stakers, subnets, l1Validators });
    }
    for (const row of changes.days) this.#sumDay(row);
  }

  /** `isPartial`: some heights have no rows yet. */
  flush(isPartial: boolean): void {
    if (this.#isEmpty) return;
    for (const name of namesOf(this.#waiting)) {
      const insert = this.#inserts[name] as RowInsert<typeof name>;
      insert.runAll(this.#inOrder(name));
    }
    this.#outputs.flush(isPartial);
    for (const { stakers, subnets, l1Validators } of this.#others) {
      for (const change of stakers) this.#changeStaker(change);
      for (const { row } of subnets) this.#putSubnet.run(row);
      for (const row of l1Validators) this.#insertL1.run(row);
    }
    for (const row of this.#days.values()) this.#addDay.run(row);
    this.clear();
  }

  /** Forgets what waits. */
  clear(): void {
    this.#isEmpty = true;
    for (const name of namesOf(this.#waiting)) this.#waiting[name].length = 0;
    this.#outputs.clear();
    this.#others.length = 0;
    this.#days.clear();
  }

  #inOrder<Name extends keyof Inserted>(name: Name): readonly LedgerRow<Name>[] {
    const rows: readonly LedgerRow<Name>[] = this.#waiting[name];
    if (name !== "address_txs") return rows;
    return insertionOrder(this.#waiting.address_txs, ({ address }) => address) as typeof rows;
  }

  #sumDay(row: LedgerRow<"days">): void {
    const sum = this.#days.get(row.day);
    if (sum === undefined) {
      this.#days.set(row.day, { ...row });
      return;
    }
    sum.first_height = Math.min(sum.first_height, row.first_height);
    sum.last_height = Math.max(sum.last_height, row.last_height);
    sum.blocks += row.blocks;
    sum.txs += row.txs;
    sum.rewards += row.rewards;
    sum.burned += row.burned;
    sum.l1_fees += row.l1_fees;
  }

  #changeStaker({ kind, row }: StakerChange): void {
    if (kind === "added") {
      this.#addPeriod.run(row);
      return;
    }
    const key = [row.tx_id, row.start_time];
    const { changes } =
      kind === "began"
        ? this.#beginPeriod.run(
            row.began_height,
            row.began_time,
            BigInt.asIntN(64, row.potential_reward),
            ...key,
          )
        : this.#endPeriod.run(
            row.ended_height,
            row.ended_position,
            row.ended_time,
            row.end_reason,
            row.reward,
            row.delegatee_reward,
            row.restaked,
            row.uptime,
            ...key,
          );
    if (changes === 0) this.#addPeriod.run(row);
  }
}

function namesOf(rows: Inserted): (keyof Inserted)[] {
  return Object.keys(rows) as (keyof Inserted)[];
}
