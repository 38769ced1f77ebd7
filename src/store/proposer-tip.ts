import type { Id } from "../formats/bytes.ts";
import type { TableModule } from "./migrations.ts";
import { fromInteger, type SqliteDatabase, type SqliteStatement, toInteger } from "./sqlite.ts";

export const proposerTipTables: TableModule = {
  name: "proposer-tip",
  migrations: [
    `CREATE TABLE proposer_tip (
      only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
      id BLOB NOT NULL,
      inner_id BLOB NOT NULL,
      timestamp INTEGER NOT NULL,
      p_chain_height INTEGER NOT NULL,
      is_wrapped INTEGER NOT NULL
    ) STRICT;`,
  ],
};

/** The last accepted block in proposervm: the parent of the next one. */
export type ProposerTip = {
  /** The ID of the proposervm block, or of the block itself if it is not wrapped. */
  readonly id: Id;
  readonly innerID: Id;
  /** The Unix seconds of the proposervm block; an option has those of its parent. 0 if it is not wrapped. */
  readonly timestamp: bigint;
  readonly pChainHeight: bigint;
  readonly isWrapped: boolean;
};

type TipRow = [
  id: Uint8Array,
  innerID: Uint8Array,
  timestamp: bigint,
  pChainHeight: bigint,
  isWrapped: bigint,
];

/** Stores the tip of proposervm, with or without an index. */
export class ProposerTips {
  readonly #get: SqliteStatement;
  readonly #put: SqliteStatement;

  constructor(database: SqliteDatabase) {
    this.#get = database
      .prepare("SELECT id, inner_id, timestamp, p_chain_height, is_wrapped FROM proposer_tip")
      .raw()
      .safeIntegers();
    this.#put = database.prepare("INSERT OR REPLACE INTO proposer_tip VALUES (1, ?, ?, ?, ?, ?)");
  }

  /** Undefined before the first block. */
  read(): ProposerTip | undefined {
    const row = this.#get.get() as TipRow | undefined;
    if (row === undefined) return undefined;
    const [id, innerID, timestamp, pChainHeight, isWrapped] = row;
    return {
      id,
      innerID,
      timestamp,
      pChainHeight: fromInteger(pChainHeight),
      isWrapped: isWrapped === 1n,
    };
  }

  write({ id, innerID, timestamp, pChainHeight, isWrapped }: ProposerTip): void {
    this.#put.run(id, innerID, timestamp, toInteger(pChainHeight), isWrapped ? 1 : 0);
  }
}
