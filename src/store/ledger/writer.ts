import type { Id } from "../../formats/bytes.ts";
import { forkOf } from "../interval-tree.ts";
import type { SqliteDatabase, SqliteStatement } from "../sqlite.ts";
import type { LedgerChanges, OutputChange, StakerChange, SubnetChange } from "./block-changes.ts";
import { type LedgerRow, openEnd, openFork } from "./schema.ts";
import { RowInsert } from "./statements.ts";

const addressLength = 20;

type KnownOutput = {
  readonly created_height: number;
  readonly spendable_height: number | null;
  readonly spent_height: number | null;
};

export type KnownState = {
  /** Whether later heights may be written already, or earlier ones not yet. */
  readonly isPartial: boolean;
  /** The height at which a UTXO of the state before came to be, for outputs that are not filled yet. */
  readonly heightOf: (utxoID: Id) => number;
};

/**
 * Writes the changes of blocks, in the caller's transaction. Heights may come in any order: a change of a row that is not
 * filled yet creates it, and what fills it later keeps the change.
 */
export class LedgerWriter {
  #isPartial = false;
  readonly #inserts: {
    readonly [Name in keyof LedgerChanges["rows"]]: RowInsert<Name>;
  };
  readonly #insertOutput: RowInsert<"outputs">;
  readonly #findOutput: SqliteStatement;
  readonly #fillOutput: SqliteStatement;
  readonly #release: SqliteStatement;
  readonly #spend: SqliteStatement;
  readonly #insertHolding: RowInsert<"holdings">;
  readonly #endHolding: SqliteStatement;
  readonly #deleteHolding: SqliteStatement;
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
    const output = "tx_id = ? AND output_index = ?";
    const known = "created_height, spendable_height, spent_height";
    this.#insertOutput = new RowInsert(database, "outputs");
    this.#findOutput = database.prepare(`SELECT ${known} FROM ledger_outputs WHERE ${output}`);
    this.#fillOutput = database.prepare(
      `UPDATE ledger_outputs SET origin = ?, created_height = ?, created_position = ?,
        spendable_height = coalesce(spendable_height, ?),
        spendable_position = iif(spendable_position = -1, ?, spendable_position)
      WHERE ${output}`,
    );
    this.#release = database.prepare(
      `UPDATE ledger_outputs SET spendable_height = ?, spendable_position = ? WHERE ${output}
      RETURNING ${known}`,
    );
    this.#spend = database.prepare(
      `UPDATE ledger_outputs SET spent_height = ?, spent_position = ?, spent_input = ?
      WHERE ${output} RETURNING ${known}`,
    );
    this.#insertHolding = new RowInsert(database, "holdings");
    const open = `address = ? AND is_staked = ? AND fork = ${openFork} AND to_height = ${openEnd}
      AND ${output}`;
    this.#endHolding = database.prepare(
      `UPDATE ledger_holdings SET fork = ?, to_height = ? WHERE ${open}`,
    );
    this.#deleteHolding = database.prepare(`DELETE FROM ledger_holdings WHERE ${open}`);
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

  write(changes: LedgerChanges, { heightOf, isPartial }: KnownState): void {
    const { rows } = changes;
    this.#isPartial = isPartial;
    for (const name of Object.keys(rows) as (keyof typeof rows)[]) {
      const insert = this.#inserts[name] as RowInsert<typeof name>;
      for (const row of rows[name]) insert.run(row);
    }
    for (const change of changes.outputs) this.#changeOutput(change, heightOf);
    for (const change of changes.stakers) this.#changeStaker(change);
    for (const change of changes.subnets) this.#changeSubnet(change);
    for (const row of changes.l1Validators) this.#insertL1.run(row);
    for (const row of changes.days) this.#addDay.run(row);
  }

  #changeOutput(change: OutputChange, heightOf: (utxoID: Id) => number): void {
    switch (change.kind) {
      case "created":
        this.#create(change.row);
        break;
      case "released":
        this.#releaseStake(change.row);
        break;
      case "spent":
        this.#spendOutput(change.row, change.utxoID, heightOf);
        break;
    }
  }

  #create(row: LedgerRow<"outputs">): void {
    const known = this.#isPartial
      ? (this.#findOutput.get(row.tx_id, row.output_index) as KnownOutput | undefined)
      : undefined;
    if (known === undefined) {
      this.#insertOutput.run(row);
      if (row.exported_to === null) this.#hold(row, row.spendable_height === null, row);
      return;
    }
    // What happened to it later was written first.
    this.#fillOutput.run(
      row.origin,
      row.created_height,
      row.created_position,
      row.spendable_height,
      row.spendable_position,
      row.tx_id,
      row.output_index,
    );
    if (row.spendable_height === null && known.spendable_height !== null) {
      this.#hold(row, true, row, known.spendable_height - 1);
    }
  }

  #releaseStake(row: LedgerRow<"outputs">): void {
    const { spendable_height: height, spendable_position: position } = row;
    const known = this.#release.get(height, position, row.tx_id, row.output_index) as
      | KnownOutput
      | undefined;
    if (known === undefined) this.#insertOutput.run({ ...row, created_position: -1 });
    else this.#endHoldings(row, true, known.created_height, height!);
    if ((known?.spent_height ?? null) === null) this.#hold(row, false, { created_height: height! });
  }

  #spendOutput(row: LedgerRow<"outputs">, utxoID: Id, heightOf: (utxoID: Id) => number): void {
    const { spent_height: height, spent_position: position, spent_input: input } = row;
    const known = this.#spend.get(height, position, input, row.tx_id, row.output_index) as
      | KnownOutput
      | undefined;
    if (known !== undefined) {
      this.#endHoldings(row, false, known.spendable_height!, height!);
      return;
    }
    const from = heightOf(utxoID);
    const spendable = { spendable_height: from, spendable_position: -1 };
    this.#insertOutput.run({ ...row, created_height: from, ...spendable });
    this.#hold(row, false, { created_height: from }, height! - 1);
  }

  /** Adds a row for each owner: open, or with its end. */
  #hold(
    row: LedgerRow<"outputs">,
    isStaked: boolean,
    { created_height: from }: Pick<LedgerRow<"outputs">, "created_height">,
    to?: number,
  ): void {
    if (to !== undefined && to < from) return;
    const { addresses } = row;
    const ownerCount = addresses.length / addressLength;
    for (let owner = 0; owner < ownerCount; owner++) {
      this.#insertHolding.run({
        address: addressAt(addresses, owner),
        is_staked: Number(isStaked),
        fork: to === undefined ? openFork : forkOf(from, to),
        to_height: to ?? openEnd,
        tx_id: row.tx_id,
        output_index: row.output_index,
        from_height: from,
        asset_id: row.asset_id,
        amount: row.amount,
        locktime: row.locktime,
        stake_locktime: row.stake_locktime,
        owner_count: ownerCount,
      });
    }
  }

  /** What began in the same block was never held after one. */
  #endHoldings(
    { addresses, tx_id, output_index }: LedgerRow<"outputs">,
    isStaked: boolean,
    from: number,
    height: number,
  ): void {
    const to = height - 1;
    for (let owner = 0; owner < addresses.length / addressLength; owner++) {
      const key = [addressAt(addresses, owner), Number(isStaked), tx_id, output_index];
      if (to < from) this.#deleteHolding.run(...key);
      else this.#endHolding.run(forkOf(from, to), to, ...key);
    }
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

  #changeSubnet({ row }: SubnetChange): void {
    this.#putSubnet.run(row);
  }
}

function addressAt(addresses: Uint8Array, owner: number): Uint8Array {
  return addresses.length === addressLength
    ? addresses
    : addresses.subarray(owner * addressLength, (owner + 1) * addressLength);
}
