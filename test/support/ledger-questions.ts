import { formatAddress } from "../../src/formats/address.ts";
import { formatId } from "../../src/formats/id.ts";
import { formatNodeId } from "../../src/formats/node-id.ts";
import type { OpenChain } from "../../src/node/chain/open-chain.ts";

/** A call of a method of the ledger, without its page. */
export type Question = { readonly method: string; readonly params: object };

/** How many values of a column are asked for. */
const valuesMax = 6;

/** Calls of every method of the ledger but getStatus, with each filter, about what a chain has. */
export function* ledgerQuestions({ store, context }: OpenChain): Generator<Question> {
  const database = store.database();
  const values = (table: string, column: string): Uint8Array[] =>
    (
      database
        .prepare(
          `SELECT DISTINCT ${column} FROM ledger_${table} WHERE ${column} IS NOT NULL ORDER BY ${column}`,
        )
        .pluck()
        .all() as Uint8Array[]
    ).filter((_, at, all) => at % Math.ceil(all.length / valuesMax) === 0);
  const tip = Number(store.blocks.lastAccepted().height);
  const heights = [0, Math.floor(tip / 3), tip - 1, tip].filter((height) => height >= 0);
  const { hrp } = context.network;
  const addresses = values("address_txs", "address").map((each) => formatAddress("P", hrp, each));
  const nodeIDs = values("staking_periods", "node_id").map(formatNodeId);
  const subnetIDs = values("txs", "subnet_id").map(formatId);
  const txIDs = values("txs", "id").map(formatId);
  const stakingTxIDs = values("staking_periods", "tx_id").map(formatId);
  const chainIDs = ["chain_id", "source_chain", "destination_chain"].flatMap((column) =>
    values("txs", column).map(formatId),
  );
  const validationIDs = values("l1_validators", "validation_id").map(formatId);
  const kinds = database.prepare("SELECT DISTINCT kind FROM ledger_txs").pluck().all() as string[];
  const two = addresses.slice(0, 2);
  const halves = [{}, { fromHeight: Math.floor(tip / 2) }, { toHeight: Math.floor(tip / 2) }];

  for (const height of heights) {
    yield { method: "ledger.getBalance", params: { addresses: two, height } };
    yield { method: "ledger.getL1Validators", params: { height } };
    for (const address of addresses) {
      yield { method: "ledger.getBalance", params: { addresses: [address], height } };
      yield { method: "ledger.getUTXOs", params: { addresses: [address], height, limit: 3 } };
    }
    for (const validationID of validationIDs) {
      yield { method: "ledger.getL1Validator", params: { validationID, height } };
    }
  }
  for (const txID of [...txIDs, ...stakingTxIDs]) {
    yield { method: "ledger.getTransaction", params: { txID } };
  }
  const lists = {
    "ledger.getBlocks": halves,
    "ledger.getTotals": halves,
    "ledger.getTransactions": [
      ...halves,
      ...kinds.map((kind) => ({ kinds: [kind] })),
      { kinds: kinds.slice(0, 3), addresses: two },
      ...addresses.map((address) => ({ addresses: [address] })),
      ...nodeIDs.map((nodeID) => ({ nodeID })),
      ...nodeIDs.map((nodeID) => ({ nodeID, addresses: two })),
      ...subnetIDs.map((subnetID) => ({ subnetID })),
      ...chainIDs.map((chainID) => ({ chainID })),
      ...chainIDs.map((chainID) => ({ chainID, subnetID: subnetIDs[0], addresses: two })),
      ...validationIDs.map((validationID) => ({ validationID })),
      ...validationIDs.map((validationID) => ({ validationID, addresses: two })),
    ],
    "ledger.getRewards": ["paid", "pending"].flatMap((status) => [
      { status },
      { status, addresses },
      ...addresses.map((address) => ({ status, addresses: [address] })),
      ...nodeIDs.map((nodeID) => ({ status, nodeID })),
      ...subnetIDs.map((subnetID) => ({ status, subnetID, addresses })),
      ...stakingTxIDs.map((txID) => ({ status, txID })),
    ]),
    "ledger.getStakingPeriods": [
      ...["validator", "delegator"].flatMap((role) =>
        ["pending", "running", "ended"].map((status) => ({ role, status })),
      ),
      ...heights.map((runningAt) => ({ runningAt })),
      ...halves,
      ...addresses.map((address) => ({ addresses: [address] })),
      ...nodeIDs.map((nodeID) => ({ nodeID })),
      ...subnetIDs.map((subnetID) => ({ subnetID, addresses })),
      ...stakingTxIDs.flatMap((txID) => [{ txID }, { validatorTxID: txID }]),
      ...stakingTxIDs.flatMap((validatorTxID) =>
        halves.map((half) => ({ validatorTxID, ...half })),
      ),
    ],
    "ledger.getL1Validators": [
      ...["active", "inactive", "removed"].map((status) => ({ status })),
      ...subnetIDs.map((subnetID) => ({ subnetID })),
      ...values("l1_validators", "node_id").map((nodeID) => ({ nodeID: formatNodeId(nodeID) })),
    ],
    "ledger.getCrossings": [
      ...["export", "import"].flatMap((kind) => [{ kind }, { kind, addresses }]),
      { addresses },
      ...chainIDs.map((chainID) => ({ chainID })),
      ...txIDs.map((txID) => ({ txID })),
      ...values("crossings", "id").map((id) => ({ txID: formatId(id) })),
    ],
  };
  for (const [method, filters] of Object.entries(lists)) {
    for (const filter of filters) {
      if (method !== "ledger.getTotals") {
        yield { method, params: { filter } };
        continue;
      }
      yield { method, params: { per: "day", filter } };
      yield { method, params: { per: "height", filter } };
    }
  }
}
