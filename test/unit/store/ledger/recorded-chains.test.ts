import { describe, expect, it } from "vitest";
import { emptyId } from "../../../../src/formats/bytes.ts";
import { readEvent } from "../../../../src/replay/event.ts";
import { Replay } from "../../../../src/replay/replay.ts";
import type { SqliteDatabase } from "../../../../src/store/sqlite.ts";
import type { HistoryName } from "../../../support/histories.ts";
import { openHistoryChain } from "../../../support/history-chain.ts";

/** Chains of several eras; COULOIR_LEDGER_HISTORIES names others. */
const names = (process.env["COULOIR_LEDGER_HISTORIES"]?.split(",") ?? ["small"]) as HistoryName[];

/** Pairs of queries whose rows must be equal after each block. */
const equalRows: Readonly<Record<string, readonly [ledger: string, state: string]>> = {
  "the UTXOs of every address": [
    `SELECT hex(address), hex(tx_id), output_index, from_height, hex(asset_id), amount, locktime,
      stake_locktime, owner_count FROM ledger_holdings WHERE is_staked = 0 AND fork = -1 ORDER BY 1, 2, 3`,
    `SELECT hex(address), hex(tx_id), output_index, height, hex(asset_id), amount, locktime,
      stake_locktime, owner_count FROM utxo_owners ORDER BY 1, 2, 3`,
  ],
  "the stake of every address": [
    `SELECT hex(address), hex(tx_id), hex(asset_id), amount FROM ledger_holdings
      WHERE is_staked = 1 AND fork = -1 ORDER BY 1, 2, 4`,
    "SELECT hex(address), hex(tx_id), hex(asset_id), amount FROM stake_owners ORDER BY 1, 2, 4",
  ],
  "what every address received and sent": [
    `SELECT hex(address), sum(received) - sum(sent) FROM ledger_address_txs GROUP BY 1
      HAVING sum(received) <> sum(sent) ORDER BY 1`,
    `SELECT hex(address), sum(amount) FROM utxo_owners WHERE asset_id = @avax GROUP BY 1 ORDER BY 1`,
  ],
  "unspent + staked + exported - imported + L1 balances + burned = genesis + minted": [
    `SELECT (SELECT sum(amount) FROM ledger_outputs WHERE asset_id = @avax AND spent_height IS NULL)
      - (SELECT coalesce(sum(amount), 0) FROM ledger_imports WHERE asset_id = @avax)
      + (SELECT l1_balance FROM ledger_blocks ORDER BY height DESC LIMIT 1)
      + (SELECT sum(burned) + sum(l1_fees) FROM ledger_blocks)`,
    `SELECT (SELECT sum(amount) FROM ledger_outputs WHERE asset_id = @avax AND created_height = 0)
      + (SELECT sum(rewards) FROM ledger_blocks)`,
  ],
};

describe.each(names)("the ledger of the history %s", (name) => {
  it("equals the state after every block, and loses nothing", async () => {
    const { source, opened } = await openHistoryChain(name);
    const { store, context } = opened;
    const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
    const rows = (database: SqliteDatabase, sql: string) => {
      const statement = database.prepare(sql).raw().safeIntegers();
      return sql.includes("@avax") ? statement.all({ avax: context.avaxAssetID }) : statement.all();
    };
    let height = -1n;
    for await (const line of source.lines()) {
      await replay.apply(readEvent(line));
      if (store.blocks.lastAccepted().height === height) continue;
      height = store.blocks.lastAccepted().height;
      for (const [what, [ledger, state]] of Object.entries(equalRows)) {
        const found = rows(store.database(), ledger);
        expect(found, `${what} at ${height}`).toEqual(rows(store.database(), state));
      }
      const [[supply]] = rows(
        store.database(),
        "SELECT supply FROM ledger_blocks ORDER BY height DESC LIMIT 1",
      ) as [[bigint]];
      expect(supply).toBe(store.state.currentSupply(emptyId));
    }
    replay.commit();
    await opened.close();
  }, 600_000);
});
