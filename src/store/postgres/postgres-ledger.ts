import type { Id, ShortId } from "../../formats/bytes.ts";
import { forksOf } from "../interval-tree.ts";
import { type HoldingRow, type HoldingRows, Holdings } from "../ledger/holdings.ts";
import { ComposedLedger } from "../ledger/queries/composed-ledger.ts";
import { checkpointOf, type IdsAt, isHeld } from "../ledger/queries/coverage.ts";
import type { Checkpoint, LedgerCoverage, OwnedOptions } from "../ledger/queries/ledger-queries.ts";
import { OwnedOutputs, type OwnedRow, type OwnedRows } from "../ledger/queries/owned-outputs.ts";
import { devPositions, openFork } from "../ledger/schema.ts";
import type { PostgresSelects } from "./postgres-selects.ts";

/** The queries of the ledger on what a call has read from PostgreSQL. They throw Unread. */
export class PostgresLedger extends ComposedLedger {
  readonly #selects: PostgresSelects;
  readonly #coverage: () => LedgerCoverage;

  /** The database has the rows of all heights, so its coverage is that of the store. */
  constructor(selects: PostgresSelects, coverage: () => LedgerCoverage) {
    const owned = new OwnedOutputs(new PostgresOwnedRows(selects));
    super(selects, new Holdings(new PostgresHoldingRows(selects)), owned);
    this.#selects = selects;
    this.#coverage = coverage;
  }

  override coverage(): LedgerCoverage {
    return this.#coverage();
  }

  override checkpoint(height: number): Checkpoint {
    return checkpointOf(height, this.#idsAt(height));
  }

  override holds(checkpoint: Checkpoint): boolean {
    return isHeld(checkpoint, this.#idsAt(checkpoint.height));
  }

  override txIDsIn(blockHeight: number): readonly Id[] {
    const rows = this.#selects.written<[Id]>(
      "IDs of a block's transactions",
      `SELECT id FROM ledger_txs WHERE height IN ($1, $2) AND block_height = $1
      AND position < ${devPositions} ORDER BY height, position`,
      [blockHeight, blockHeight + 1],
    );
    return rows.map(([id]) => id);
  }

  #idsAt(height: number): IdsAt {
    const rows = this.#selects.written<[id: Id, position: bigint]>(
      "IDs of a checkpoint",
      `SELECT id, -1 AS position FROM ledger_blocks WHERE height = $1
      UNION ALL
      SELECT id, position FROM ledger_txs WHERE height = $1 AND position >= ${devPositions}
      ORDER BY position`,
      [height],
    );
    const ids = (isBlock: boolean) =>
      rows.filter(([, position]) => position < 0n === isBlock).map(([id]) => id);
    return { blockID: ids(true)[0], devTxIDs: ids(false) };
  }
}

class PostgresHoldingRows implements HoldingRows {
  readonly #selects: PostgresSelects;

  constructor(selects: PostgresSelects) {
    this.#selects = selects;
  }

  at(address: ShortId, height: number): HoldingRow[] {
    return this.#selects.written<HoldingRow>(
      "holdings at a height",
      `${heldAt(selectHeld)} ORDER BY from_height DESC, tx_id, output_index`,
      [address, height, ...forksAt(height)],
    );
  }

  by(address: ShortId, height: number): HoldingRow[] {
    const sql = `${selectHeld} AND h.from_height <= $2`;
    return this.#selects.written<HoldingRow>("holdings by a height", sql, [address, height]);
  }
}

class PostgresOwnedRows implements OwnedRows {
  readonly #selects: PostgresSelects;

  constructor(selects: PostgresSelects) {
    this.#selects = selects;
  }

  of(address: ShortId, { height, includesSpent }: OwnedOptions): OwnedRow[] {
    const read = (name: string, sql: string, ...values: readonly unknown[]) =>
      this.#selects.written<OwnedRow>(name, sql, [address, ...values]);
    if (includesSpent) {
      const last = height ?? Number.MAX_SAFE_INTEGER;
      return read("owned by a height", `${selectOwned} AND h.from_height <= $2`, last);
    }
    if (height === undefined) return read("owned", `${selectOwned} AND h.fork = ${openFork}`);
    return read("owned at a height", heldAt(selectOwned), height, ...forksAt(height));
  }
}

const selectHeld = `SELECT h.tx_id, h.output_index, h.from_height, h.asset_id, h.amount, h.locktime,
  h.stake_locktime, h.owner_count
  FROM ledger_holdings AS h WHERE h.address = $1 AND h.is_staked = 0`;

const selectOwned = `SELECT h.tx_id, h.output_index, h.is_staked, h.asset_id, h.amount, h.locktime,
  h.stake_locktime, h.owner_count, o.created_height
  FROM ledger_holdings AS h JOIN ledger_outputs AS o USING (tx_id, output_index)
  WHERE h.address = $1 AND h.is_staked IN (0, 1)`;

/** What was held after the block $2, with the forks that `forksAt` has for it. */
function heldAt(select: string): string {
  return `${select} AND h.fork = ${openFork} AND h.from_height <= $2
  UNION ALL
  ${select} AND h.fork = ANY($3::bigint[]) AND h.to_height >= $2
  UNION ALL
  ${select} AND h.fork = ANY($4::bigint[]) AND h.from_height <= $2`;
}

function forksAt(height: number): readonly (readonly string[])[] {
  const { lower, upper } = forksOf(height);
  return [lower.map(String), upper.map(String)];
}
