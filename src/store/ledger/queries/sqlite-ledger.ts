import type { Id } from "../../../formats/bytes.ts";
import type { Metadata } from "../../metadata.ts";
import type { SqliteDatabase, SqliteStatement } from "../../sqlite.ts";
import { Holdings, SqliteHoldingRows } from "../holdings.ts";
import { devPositions } from "../schema.ts";
import { ComposedLedger } from "./composed-ledger.ts";
import { Coverage } from "./coverage.ts";
import type { Checkpoint } from "./ledger-queries.ts";
import { OwnedOutputs, SqliteOwnedRows } from "./owned-outputs.ts";
import { SqliteSelects } from "./selects.ts";
import { newUtxoPlaces } from "./utxos.ts";

/** The queries of the ledger in a chain's store. */
export class SqliteLedger extends ComposedLedger {
  readonly #coverage: Coverage;
  readonly #txIDs: SqliteStatement;

  constructor(database: SqliteDatabase, metadata: Metadata, localFrom: () => number) {
    const holdings = new Holdings(new SqliteHoldingRows(database));
    const owned = new OwnedOutputs(new SqliteOwnedRows(database));
    super(new SqliteSelects(database), { holdings, owned, places: newUtxoPlaces() });
    this.#coverage = new Coverage(database, metadata, localFrom);
    this.#txIDs = database
      .prepare(
        `SELECT id FROM ledger_txs WHERE height IN (?, ?) AND block_height = ?
        AND position < ${devPositions} ORDER BY height, position`,
      )
      .pluck();
  }

  override coverage() {
    return this.#coverage.read();
  }

  override checkpoint(height: number): Checkpoint {
    return this.#coverage.checkpoint(height);
  }

  override holds(checkpoint: Checkpoint): boolean {
    return this.#coverage.holds(checkpoint);
  }

  override txIDsIn(blockHeight: number) {
    return this.#txIDs.all(blockHeight, blockHeight + 1, blockHeight) as Id[];
  }
}
