import { parseTx } from "../pchain/txs/tx.ts";
import type { BlockTimeQueries } from "./chain-queries.ts";
import { storedBytesMax } from "./encoding.ts";
import { History } from "./history.ts";
import type { TableModule } from "./migrations.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite.ts";

/** An ApricotProposalBlock whose transaction is an AdvanceTimeTx: version and type ID, then those of the transaction. */
const advancesTime = (block: string) =>
  `substr(${block}.bytes, 1, 6) = x'000000000000' AND substr(${block}.bytes, 47, 4) = x'00000013'`;

/** Indexes over the tables of other modules, to find the time of blocks without a timestamp. */
export const blockTimeTables: TableModule = {
  name: "block-times",
  migrations: [
    `CREATE INDEX blocks_that_advance_time ON blocks (height) WHERE ${advancesTime("blocks")};
    CREATE INDEX txs_of_genesis ON txs (id) WHERE bytes IS NOT NULL AND height = 0;`,
  ],
};

/**
 * The chain time after each block. Since Banff it is the block's timestamp; before, only a committed AdvanceTimeTx
 * changed it.
 * avalanchego vms/platformvm/block/executor/verifier.go @ v1.12.1
 */
export class BlockTimes implements BlockTimeQueries {
  readonly #start: SqliteStatement;
  readonly #advance: SqliteStatement;
  readonly #genesisTxs: SqliteStatement;

  readonly #history: History;

  constructor(database: SqliteDatabase, history = new History()) {
    this.#history = history;
    this.#start = database
      .prepare("SELECT substr(bytes, 1, 14) FROM blocks WHERE height = ?")
      .pluck();
    this.#advance = database
      .prepare(
        `SELECT substr(blocks.bytes, 51, 8)
        FROM blocks JOIN blocks AS option ON option.height = blocks.height + 1
        WHERE ${advancesTime("blocks")} AND blocks.height <= ?
          AND substr(option.bytes, 1, 6) = x'000000000002'
        ORDER BY blocks.height DESC LIMIT 1`,
      )
      .pluck();
    this.#genesisTxs = database
      .prepare("SELECT bytes FROM txs WHERE bytes IS NOT NULL AND height = 0")
      .pluck();
  }

  after(height: bigint): bigint {
    return this.#time(height, height);
  }

  of(height: bigint): bigint {
    return this.#time(height, height - 1n);
  }

  /** Of a block without a timestamp, that of the last committed AdvanceTimeTx up to a height. */
  #time(height: bigint, advanceMax: bigint): bigint {
    const start = this.#start.get(height) as Buffer | undefined;
    if (start === undefined) {
      this.#history.verifyBlockAt(height);
      throw new Error(`no block at height ${height}`);
    }
    if (carriesTime.has(start.readUInt32BE(2))) return start.readBigUInt64BE(6);
    // An earlier block decides, unless this is the genesis.
    if (height > 0n) this.#history.verifyComplete();
    const advance = this.#advance.get(advanceMax) as Buffer | undefined;
    return advance?.readBigUInt64BE() ?? this.#genesis();
  }

  /** Every genesis has a validator, and its start is the genesis time. */
  #genesis(): bigint {
    for (const bytes of this.#genesisTxs.iterate() as Iterable<Uint8Array>) {
      const { unsigned } = parseTx(bytes, { bytesMax: storedBytesMax });
      if (unsigned.kind === "AddValidatorTx" || unsigned.kind === "AddPermissionlessValidatorTx") {
        return unsigned.validator.start;
      }
    }
    throw new Error("The genesis has no validators.");
  }
}

/** Type IDs of Banff blocks, whose first field is their timestamp. */
const carriesTime: ReadonlySet<number> = new Set([29, 30, 31, 32]);
