import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenChain } from "../../../../src/node/chain/open-chain.ts";
import { readEvent } from "../../../../src/replay/event.ts";
import { Replay } from "../../../../src/replay/replay.ts";
import type {
  LedgerList,
  LedgerPage,
  LedgerPlace,
} from "../../../../src/store/ledger/queries/ledger-queries.ts";
import { openHistoryChain } from "../../../support/history-chain.ts";

let opened: OpenChain;

beforeAll(async () => {
  const chain = await openHistoryChain("etna");
  opened = chain.opened;
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  for await (const line of chain.source.lines()) await replay.apply(readEvent(line));
  replay.commit();
}, 120_000);

afterAll(() => opened.close());

const heights = { from: 0, to: 1_000_000 };

/** All rows of a list, three at a time. */
function all<Row>(read: (page: LedgerPage) => LedgerList<Row>, isDescending: boolean): Row[] {
  const rows: Row[] = [];
  let after: LedgerPlace | undefined;
  do {
    const page = read({ limit: 3, after, isDescending });
    rows.push(...page.rows);
    after = page.next;
  } while (after !== undefined);
  return rows;
}

const sql = (text: string, ...params: unknown[]) =>
  opened.store
    .database()
    .prepare(text)
    .raw()
    .all(...params) as unknown[][];

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex").toUpperCase();

it.each([true, false])("pages of transactions are all of them, descending: %s", (isDescending) => {
  const { ledgerQueries: ledger } = opened.store;
  const order = isDescending ? "DESC" : "ASC";
  const expected = (where: string, ...params: unknown[]) =>
    sql(
      `SELECT DISTINCT t.height, t.position FROM ledger_txs t ${where}
      ORDER BY t.height ${order}, t.position ${order}`,
      ...params,
    );
  const found = (filter: object) =>
    all((page) => ledger.txs({ heights, ...filter }, page), isDescending).map((row) => [
      row.height,
      row.position,
    ]);
  expect(found({})).toEqual(expected(""));
  expect(found({ kinds: ["BaseTx", "ImportTx"] })).toEqual(
    expected("WHERE kind IN ('BaseTx', 'ImportTx')"),
  );
  for (const column of ["node_id", "subnet_id"] as const) {
    const filterName = column === "node_id" ? "nodeID" : "subnetID";
    for (const [value] of sql(
      `SELECT DISTINCT ${column} FROM ledger_txs WHERE ${column} IS NOT NULL`,
    )) {
      expect(found({ [filterName]: value })).toEqual(expected(`WHERE ${column} = ?`, value));
    }
  }
  for (const [chain] of sql(
    "SELECT DISTINCT source_chain FROM ledger_txs WHERE source_chain IS NOT NULL",
  )) {
    expect(found({ chainID: chain })).toEqual(
      expected("WHERE ? IN (source_chain, destination_chain, chain_id)", chain),
    );
  }
  for (const [validation] of sql("SELECT validation_id FROM ledger_l1_validators")) {
    expect(found({ validationID: validation })).toEqual(
      expected(
        "JOIN ledger_l1_events e USING (height, position) WHERE e.validation_id = ?",
        validation,
      ),
    );
  }
  const addresses = sql("SELECT DISTINCT address FROM ledger_address_txs").map(([each]) => each);
  expect(found({ addresses })).toEqual(
    expected("JOIN ledger_address_txs a USING (height, position)"),
  );
  const [first, second] = addresses;
  expect(found({ addresses: [first, second, first], kinds: ["BaseTx"] })).toEqual(
    expected(
      "JOIN ledger_address_txs a USING (height, position) WHERE a.address IN (?, ?) AND t.kind = 'BaseTx'",
      first,
      second,
    ),
  );
});

it("pages of rewards, staking periods, L1 validators, blocks and days are all of them", () => {
  const { ledgerQueries: ledger } = opened.store;
  const count = (table: string) => sql(`SELECT count(*) FROM ledger_${table}`)[0]![0];
  const rewards = all((page) => ledger.rewards({ heights }, page), true);
  expect(rewards.length).toBe(count("rewards"));
  const periods = all((page) => ledger.stakingPeriods({}, page), true);
  expect(periods.length).toBe(count("staking_periods"));
  const running = all((page) => ledger.stakingPeriods({ status: "running" }, page), false);
  expect(running.length).toBe([...opened.store.state.currentStakers()].length);
  const validators = all((page) => ledger.l1Validators({ height: heights.to }, page), false);
  expect(validators.length).toBe(count("l1_validators"));
  expect(validators.filter(({ last }) => last.weight > 0n).length).toBe(
    [...opened.store.state.allL1Validators()].length,
  );
  expect(all((page) => ledger.blocks({ heights }, page), true).length).toBe(count("blocks"));
  expect(all((page) => ledger.days(heights, page), true).length).toBe(count("days"));
});

it("rewards and periods of an address are those that name it", () => {
  const { ledgerQueries: ledger } = opened.store;
  const owners = sql("SELECT DISTINCT address FROM ledger_address_txs").map(([each]) => each);
  for (const owner of owners as Uint8Array[]) {
    const names = (joined: Uint8Array) => hex(joined).includes(hex(owner));
    const every = all((page) => ledger.rewards({ heights }, page), true);
    const own = all((page) => ledger.rewards({ heights, addresses: [owner] }, page), true);
    expect(own).toEqual(every.filter(({ addresses }) => names(addresses)));
    const periods = all((page) => ledger.stakingPeriods({}, page), true);
    const ownPeriods = all((page) => ledger.stakingPeriods({ addresses: [owner] }, page), true);
    const rewarded = periods.filter((row) => names(row.reward_addresses) && row.added_height > 0);
    for (const { tx_id } of rewarded)
      expect(ownPeriods.map((row) => hex(row.tx_id))).toContain(hex(tx_id));
  }
});

it("an address does not get a reward of owners whose joined bytes contain it", () => {
  const { store } = opened;
  const rewardsOf = (owner: Uint8Array) =>
    all((page) => store.ledgerQueries.rewards({ heights, addresses: [owner] }, page), true).length;
  const [[owner]] = sql("SELECT addresses FROM ledger_rewards WHERE length(addresses) = 20") as [
    [Uint8Array],
  ];
  const own = rewardsOf(owner);
  store.database().exec("BEGIN");
  try {
    const set = store
      .database()
      .prepare("UPDATE ledger_rewards SET addresses = ? WHERE addresses = ?");
    const half = new Uint8Array(10);
    const around = Buffer.concat([half, owner, half]);
    const { changes } = set.run(around, owner);
    expect(rewardsOf(owner)).toBe(own - changes);
    set.run(Buffer.concat([around, owner]), around);
    expect(rewardsOf(owner)).toBe(own);
  } finally {
    store.database().exec("ROLLBACK");
  }
});
