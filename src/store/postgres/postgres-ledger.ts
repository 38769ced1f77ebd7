import type { Id, ShortId } from "../../formats/bytes.ts";
import { forksOf } from "../interval-tree.ts";
import { type HoldingRow, type HoldingRows, Holdings } from "../ledger/holdings.ts";
import { ComposedLedger } from "../ledger/queries/composed-ledger.ts";
import { checkpointOf, type IdsAt, isHeld } from "../ledger/queries/coverage.ts";
import type {
  Checkpoint,
  LedgerCoverage,
  LedgerQueries,
  OwnedOptions,
} from "../ledger/queries/ledger-queries.ts";
import { OwnedOutputs, type OwnedRow, type OwnedRows } from "../ledger/queries/owned-outputs.ts";
import type { UtxoPlaces } from "../ledger/queries/utxos.ts";
import { devPositions, openFork } from "../ledger/schema.ts";
import type { PostgresSelects } from "./postgres-selects.ts";

/** The queries of the ledger on what a call has read from PostgreSQL. They throw Unread. */
export class PostgresLedger extends ComposedLedger {
  readonly #selects: PostgresSelects;
  readonly #local: () => LedgerQueries;

  /** `local` is the store of the same state. The database has the rows of all heights, so its coverage is that of the store. */
  constructor(selects: PostgresSelects, local: () => LedgerQueries, places: UtxoPlaces) {
    const owned = new OwnedOutputs(new PostgresOwnedRows(selects));
    const holdings = new Holdings(new PostgresHoldingRows(selects));
    super(selects, { holdings, owned, places });
    this.#selects = selects;
    this.#local = local;
  }

  override coverage(): LedgerCoverage {
    return this.#local().coverage();
  }

  override block(height: number) {
    return this.#isLocal(height) ? this.#local().block(height) : super.block(height);
  }

  override checkpoint(height: number): Checkpoint {
    if (this.#isLocal(height)) return this.#local().checkpoint(height);
    return checkpointOf(height, this.#idsAt(height));
  }

  override holds(checkpoint: Checkpoint): boolean {
    if (this.#isLocal(checkpoint.height)) return this.#local().holds(checkpoint);
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

  /** Whether the store has the rows of a height, which takes no round trip. Pages name that of the last block. */
  #isLocal(height: number): boolean {
    return height >= this.coverage().localFrom;
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

  at(address: ShortId, height: number): readonly HoldingRow[] {
    return this.#selects.written<HoldingRow>(
      "holdings at a height",
      `${heldAt(heldColumns, "(0)")} ORDER BY from_height DESC, tx_id, output_index`,
      [address, height, ...forksAt(height)],
    );
  }

  by(address: ShortId, height: number): readonly HoldingRow[] {
    const sql = `SELECT ${heldColumns} FROM ledger_holdings AS h
      WHERE h.address = $1 AND h.is_staked = 0 AND h.from_height <= $2`;
    return this.#selects.written<HoldingRow>("holdings by a height", sql, [address, height]);
  }
}

class PostgresOwnedRows implements OwnedRows {
  readonly #selects: PostgresSelects;

  constructor(selects: PostgresSelects) {
    this.#selects = selects;
  }

  of(address: ShortId, { height, includesSpent }: OwnedOptions): readonly OwnedRow[] {
    const read = (name: string, sql: string, ...values: readonly unknown[]) =>
      this.#selects.written<OwnedRow>(name, sql, [address, ...values]);
    if (includesSpent) {
      const last = height ?? Number.MAX_SAFE_INTEGER;
      const held = heldIn("(0), (1)", "h.from_height <= $2");
      return read("owned by a height", `SELECT ${ownedColumns} FROM ${held} ${withOutput}`, last);
    }
    if (height === undefined) {
      const held = heldIn("(0), (1)", `h.fork = ${openFork}`);
      return read("owned", `SELECT ${ownedColumns} FROM ${held} ${withOutput}`);
    }
    const sql = heldAt(ownedColumns, "(0), (1)", withOutput);
    return read("owned at a height", sql, height, ...forksAt(height));
  }
}

const heldColumns = `h.tx_id, h.output_index, h.from_height, h.asset_id, h.amount, h.locktime,
  h.stake_locktime, h.owner_count`;

const ownedColumns = `h.tx_id, h.output_index, h.is_staked, h.asset_id, h.amount, h.locktime,
  h.stake_locktime, h.owner_count, o.created_height`;

const withOutput = "JOIN ledger_outputs AS o USING (tx_id, output_index)";

/**
 * What the address $1 holds that meets a condition, as `h`. Each value of `is_staked`, and of `fork` if there is a list of them,
 * is a range of the key. Without OFFSET 0, PostgreSQL may read all that the address ever held instead.
 */
function heldIn(staked: string, condition: string, forks?: string): string {
  const fork = forks === undefined ? "" : `CROSS JOIN unnest(${forks}::bigint[]) AS f (fork)`;
  const ofFork = forks === undefined ? "" : "AND h.fork = f.fork";
  return `(VALUES ${staked}) AS s (is_staked) ${fork} CROSS JOIN LATERAL (
    SELECT * FROM ledger_holdings AS h
    WHERE h.address = $1 AND h.is_staked = s.is_staked ${ofFork} AND ${condition} OFFSET 0) AS h`;
}

/** What was held after the block $2, with the forks that `forksAt` has for it. */
function heldAt(columns: string, staked: string, join = ""): string {
  return [
    heldIn(staked, `h.fork = ${openFork} AND h.from_height <= $2`),
    heldIn(staked, "h.to_height >= $2", "$3"),
    heldIn(staked, "h.from_height <= $2", "$4"),
  ]
    .map((held) => `SELECT ${columns} FROM ${held} ${join}`)
    .join("\nUNION ALL\n");
}

function forksAt(height: number): readonly (readonly string[])[] {
  const { lower, upper } = forksOf(height);
  return [lower.map(String), upper.map(String)];
}
