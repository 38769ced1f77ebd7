import { sha256 } from "../../../crypto/hash.ts";
import { concatBytes, equalBytes, type Id } from "../../../formats/bytes.ts";
import type { Metadata } from "../../metadata.ts";
import type { SqliteDatabase, SqliteStatement } from "../../sqlite.ts";
import { readFillingProblem } from "../coverage.ts";
import { metadataKey, on } from "../ledger.ts";
import { devPositions } from "../schema.ts";
import type { Checkpoint, HeightBounds, LedgerCoverage } from "./ledger-queries.ts";

/** Which rows there are, read with each query: another process may write them. */
export class Coverage {
  readonly #metadata: Metadata;
  readonly #localFrom: () => number;
  readonly #gaps: SqliteStatement;
  readonly #blockID: SqliteStatement;
  readonly #devTxs: SqliteStatement;

  constructor(database: SqliteDatabase, metadata: Metadata, localFrom: () => number) {
    this.#localFrom = localFrom;
    this.#metadata = metadata;
    this.#gaps = database
      .prepare("SELECT from_height, to_height FROM ledger_gaps ORDER BY from_height")
      .raw();
    this.#blockID = database.prepare("SELECT id FROM ledger_blocks WHERE height = ?").pluck();
    this.#devTxs = database
      .prepare(
        `SELECT id FROM ledger_txs WHERE height = ? AND position >= ${devPositions}
        ORDER BY position`,
      )
      .pluck();
  }

  read(): LedgerCoverage {
    const noted = this.#metadata.getText(metadataKey) ?? "0";
    const gaps = (this.#gaps.all() as [number, number][]).map(
      ([from, to]): HeightBounds => ({ from, to }),
    );
    const problem = gaps.length === 0 ? undefined : readFillingProblem(this.#metadata);
    return {
      offSince: noted === on ? undefined : Number(noted),
      gaps,
      problem,
      localFrom: this.#localFrom(),
    };
  }

  checkpoint(height: number): Checkpoint {
    return checkpointOf(height, this.#idsAt(height));
  }

  holds(checkpoint: Checkpoint): boolean {
    return isHeld(checkpoint, this.#idsAt(checkpoint.height));
  }

  #idsAt(height: number): IdsAt {
    return {
      blockID: this.#blockID.get(height) as Id | undefined,
      devTxIDs: this.#devTxs.all(height) as Id[],
    };
  }
}

/** What names the state of the last rows of a height. */
export type IdsAt = {
  readonly blockID: Id | undefined;
  /** Of what a dev node changed outside of blocks, in order. */
  readonly devTxIDs: readonly Id[];
};

export function checkpointOf(height: number, ids: IdsAt): Checkpoint {
  return { height, devChanges: ids.devTxIDs.length, digest: digestOf(ids) };
}

/** Whether the rows of a checkpoint are still there. */
export function isHeld({ devChanges, digest }: Checkpoint, { blockID, devTxIDs }: IdsAt): boolean {
  if (devTxIDs.length < devChanges) return false;
  return equalBytes(digestOf({ blockID, devTxIDs: devTxIDs.slice(0, devChanges) }), digest);
}

function digestOf({ blockID = new Uint8Array(0), devTxIDs }: IdsAt): Uint8Array {
  return sha256(concatBytes(blockID, ...devTxIDs)).subarray(0, digestLength);
}

/** Enough to notice a revert. */
const digestLength = 8;
