import { openEnd, openFork, type RowTable } from "./schema.ts";

/** How the rows of a table follow from heights, as SQL that both databases know. */
type TableHistory = {
  /** The height at which a row began. */
  readonly began: string;
  /** Columns of the heights at which it changed later. */
  readonly changed: readonly string[];
  /** What a column was after the block of a height. */
  readonly columns: (asOf: string) => Readonly<Record<string, string>>;
};

/** What a later block changed was null before it. What no block changed stays as it is, so that a comparison sees it. */
function until(height: string, columns: readonly string[]) {
  return (asOf: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [height, ...columns].map((column) => [
        column,
        `CASE WHEN ${height} > ${asOf} THEN NULL ELSE ${column} END`,
      ]),
    );
}

const eventRows: TableHistory = { began: "height", changed: [], columns: () => ({}) };

const spendable = until("spendable_height", ["spendable_position"]);
const spent = until("spent_height", ["spent_position", "spent_input"]);
const began = until("began_height", ["began_time"]);
const ended = until("ended_height", [
  "ended_position",
  "ended_time",
  "end_reason",
  "reward",
  "delegatee_reward",
  "restaked",
  "uptime",
]);
const transformed = until("transformed_height", ["elastic_asset_id"]);
const converted = until("converted_height", [
  "conversion_id",
  "manager_chain_id",
  "manager_address",
]);

const daySums = {
  last_height: "max(b.height)",
  blocks: "count(*)",
  txs: "sum(b.tx_count)",
  rewards: "sum(b.rewards)",
  burned: "sum(b.burned)",
  l1_fees: "sum(b.l1_fees)",
};

export const tableHistories: Readonly<Record<RowTable, TableHistory>> = {
  blocks: eventRows,
  txs: eventRows,
  outputs: {
    began: "created_height",
    changed: ["spendable_height", "spent_height"],
    columns: (asOf) => ({ ...spendable(asOf), ...spent(asOf) }),
  },
  holdings: {
    began: "from_height",
    changed: ["to_height"],
    columns: (asOf) => {
      const endsLater = `to_height >= ${asOf} AND to_height < ${openEnd}`;
      return {
        fork: `CASE WHEN ${endsLater} THEN ${openFork} ELSE fork END`,
        to_height: `CASE WHEN ${endsLater} THEN ${openEnd} ELSE to_height END`,
      };
    },
  },
  imports: eventRows,
  address_txs: eventRows,
  staking_periods: {
    began: "added_height",
    changed: ["began_height", "ended_height"],
    columns: (asOf) => ({
      ...began(asOf),
      ...ended(asOf),
      // Of a pending staker it is not known.
      potential_reward: `CASE WHEN began_height > ${asOf} THEN 0 ELSE potential_reward END`,
    }),
  },
  rewards: eventRows,
  validator_changes: eventRows,
  subnets: {
    began: "height",
    changed: ["transformed_height", "converted_height"],
    columns: (asOf) => ({ ...transformed(asOf), ...converted(asOf) }),
  },
  subnet_owners: eventRows,
  chains: eventRows,
  l1_validators: {
    // One without an event is wrong, and must be seen.
    began: `coalesce((SELECT min(e.height) FROM ledger_l1_events AS e
      WHERE e.validation_id = ledger_l1_validators.validation_id), 0)`,
    changed: [],
    columns: () => ({}),
  },
  l1_events: eventRows,
  warp_messages: eventRows,
  days: {
    began: "first_height",
    changed: ["last_height"],
    // A block adds to the row of its day.
    columns: (asOf) =>
      Object.fromEntries(
        Object.entries(daySums).map(([column, sum]) => [
          column,
          `CASE WHEN last_height <= ${asOf} THEN ${column} ELSE (SELECT ${sum} FROM ledger_blocks AS b
            WHERE b.height >= first_height AND b.height <= ${asOf}) END`,
        ]),
      ),
  },
};
