import assert from "node:assert/strict";
import type { World } from "../avalanche-sdk/world.ts";
import { firstIndex } from "./indexer.ts";
import type { MariaDB } from "./maria-db.ts";

type Members = Readonly<Record<string, unknown>>;

type LedgerOutput = {
  readonly utxoID: string;
  readonly txID: string;
  readonly outputIndex: number;
  readonly amount: string;
  readonly owner: { readonly addresses: readonly string[] };
  readonly origin: string;
};

type LedgerTx = {
  readonly transaction: Members;
  readonly inputs: readonly LedgerOutput[];
  readonly outputs: readonly LedgerOutput[];
};

type Compare = (database: MariaDB, world: World) => Promise<void>;

/** Every row of the indexer's tables has its equal in the ledger, and the other way around. */
export const comparisons: Readonly<Record<string, Compare>> = {
  transactions: async (database, world) => {
    const rows = await database.rows(
      `SELECT tx_id, type, block_height, node_id, weight, reward_tx_id FROM p_chain_txes
      WHERE tx_id IS NOT NULL ORDER BY id`,
    );
    const own = await ledgerTxs(world);
    assert.deepEqual(
      new Set(rows.map((row) => row["tx_id"])),
      new Set(own.map(({ transaction }) => transaction["txID"])),
    );
    for (const row of rows) {
      const { transaction } = own.find((each) => each.transaction["txID"] === row["tx_id"])!;
      assert.equal(row["block_height"], transaction["blockHeight"], row["tx_id"]);
      assert.equal(kinds[row["type"]!], transaction["kind"], row["tx_id"]);
      if (row["reward_tx_id"] !== "")
        assert.equal(row["reward_tx_id"], transaction["stakingTxID"], row["tx_id"]);
      if (row["node_id"] !== "") assert.equal(row["node_id"], transaction["nodeID"], row["tx_id"]);
    }
  },
  blocks: async (database, world) => {
    const rows = await database.rows("SELECT DISTINCT block_height FROM p_chain_txes");
    const { blocks } = await world.L<{ readonly blocks: readonly Members[] }>("ledger.getBlocks", {
      page: { limit: 1024 },
    });
    // It has no row for a block without a transaction, unless it is an option.
    const shown = blocks.filter(
      ({ height, txCount, kind }) =>
        Number(height) > firstIndex && (txCount !== 0 || /Commit|Abort/.test(String(kind))),
    );
    sameSet(
      rows.map((row) => row["block_height"]),
      shown.map(({ height }) => height),
    );
  },
  inputs: async (database, world) => {
    const rows = await database.rows(
      "SELECT tx_id, out_tx_id, out_idx, amount, address FROM p_chain_tx_inputs",
    );
    const own = (await ledgerTxs(world)).flatMap(({ transaction, inputs }) =>
      inputs.map((each) => [
        transaction["txID"],
        each.txID,
        String(each.outputIndex),
        ...knownOf(each),
      ]),
    );
    sameSet(
      rows.map((row) => [
        row["tx_id"],
        row["out_tx_id"],
        row["out_idx"],
        row["amount"],
        row["address"],
      ]),
      own,
    );
  },
  outputs: async (database, world) => {
    const rows = await database.rows(
      "SELECT tx_id, idx, amount, address, type FROM p_chain_tx_outputs",
    );
    const own = (await ledgerTxs(world))
      .flatMap(({ outputs }) => outputs)
      .filter(({ origin }) => !unknownOrigins.includes(origin));
    const keys = new Map(own.map((each) => [`${each.txID} ${each.outputIndex}`, each]));
    sameSet(
      rows.map((row) => [row["tx_id"], row["idx"], row["amount"], row["address"]]),
      [...keys.values()].map((each) => [each.txID, String(each.outputIndex), ...knownOf(each)]),
    );
  },
};

/** Its names of types. */
const kinds: Readonly<Record<string, string>> = {
  BASE_TX: "BaseTx",
  REWARD_TX: "RewardValidatorTx",
  CREATE_CHAIN_TX: "CreateChainTx",
  CREATE_SUBNET_TX: "CreateSubnetTx",
  ADD_SUBNET_VALIDATOR_TX: "AddSubnetValidatorTx",
  REMOVE_SUBNET_VALIDATOR_TX: "RemoveSubnetValidatorTx",
  ADD_PERMISSIONLESS_VALIDATOR_TX: "AddPermissionlessValidatorTx",
  ADD_PERMISSIONLESS_DELEGATOR_TX: "AddPermissionlessDelegatorTx",
  CONVERT_SUBNET_TO_L1_TX: "ConvertSubnetToL1Tx",
  REGISTER_L1_VALIDATOR_TX: "RegisterL1ValidatorTx",
  DISABLE_L1_VALIDATOR_TX: "DisableL1ValidatorTx",
  SET_L1_VALIDATOR_WEIGHT_TX: "SetL1ValidatorWeightTx",
  INCREASE_L1_VALIDATOR_BALANCE_TX: "IncreaseL1ValidatorBalanceTx",
};

/** It reads outputs from transactions, and does not know what disabling an L1 validator returns. */
const unknownOrigins: readonly string[] = ["balance"];

const knownOf = ({ amount, owner }: LedgerOutput) => [
  amount,
  owner.addresses[0]!.replace(/^P-/, ""),
];

const known = new WeakMap<World, readonly LedgerTx[]>();

async function ledgerTxs(world: World): Promise<readonly LedgerTx[]> {
  const read = known.get(world) ?? (await readLedger(world));
  known.set(world, read);
  return read;
}

async function readLedger(world: World): Promise<readonly LedgerTx[]> {
  const { transactions } = await world.L<{ readonly transactions: readonly Members[] }>(
    "ledger.getTransactions",
    { page: { limit: 1024 } },
  );
  const made = transactions.filter(({ blockHeight }) => Number(blockHeight) > firstIndex);
  return await Promise.all(
    made.map(({ txID }) => world.L<LedgerTx>("ledger.getTransaction", { txID })),
  );
}

function sameSet(actual: readonly unknown[], expected: readonly unknown[]): void {
  const sorted = (values: readonly unknown[]) => values.map((each) => JSON.stringify(each)).sort();
  const [found, wanted] = [new Set(sorted(actual)), new Set(sorted(expected))];
  const extra = [...found].filter((each) => !wanted.has(each));
  const missing = [...wanted].filter((each) => !found.has(each));
  assert.deepEqual({ extra, missing }, { extra: [], missing: [] });
  assert.equal(actual.length, expected.length);
}
