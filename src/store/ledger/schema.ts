import { bytes, delta, integer, nullable, type RowOf, real, text, uint64 } from "./column.ts";

const place = {
  height: integer("The block whose acceptance changed the state: of a proposal, its option."),
  position: integer(
    "The order within the block, from 0. Changes of a dev node outside blocks start at 524288.",
  ),
};

const owners = (whose: string) => ({
  threshold: integer(`How many of ${whose} must sign.`),
  locktime: uint64("Unix seconds before which nobody can spend it; 0 for none."),
  addresses: bytes("The addresses, 20 bytes each."),
});

/** The tables of the ledger, in SQLite and in PostgreSQL. In both, their names begin with `ledger_`. */
export const ledgerSchema = {
  blocks: {
    doc: "Accepted blocks. State columns are those after the block; a proposal changes nothing until its option.",
    columns: {
      height: integer("0 for the genesis."),
      id: bytes("SHA-256 of the block's bytes."),
      parent_id: bytes("The block before it; of the genesis, the genesis ID."),
      kind: text("AvalancheGo's name of the block type."),
      time: integer("Chain time after the block, in Unix seconds."),
      tx_count: integer("Transactions in the block."),
      byte_count: integer("Size of the block without its proposervm container."),
      container_id: nullable(bytes("ID of its container in proposervm, if known.")),
      proposer: nullable(bytes("Node ID of the proposer, if the container is signed.")),
      supply: uint64("Current supply of the primary network in nAVAX."),
      staked: uint64("Weight of the primary network's validators in nAVAX."),
      delegated: uint64("Weight of the primary network's delegators in nAVAX."),
      validators: integer("Validators of the primary network."),
      delegators: integer("Delegators of the primary network."),
      rewards: uint64("nAVAX of reward outputs that the block paid."),
      burned: uint64("nAVAX that its transactions burned."),
      l1_fees: uint64("nAVAX that L1 validators paid since the block before."),
      gas_used: uint64("Gas of its transactions; 0 before Etna."),
      gas_capacity: uint64("Gas that the next block may use at the same time."),
      gas_excess: uint64("Gas used beyond the target."),
      gas_price: uint64("nAVAX per unit of gas for a block at the same time."),
      l1_active: integer("Active L1 validators."),
      l1_excess: uint64("Excess of active L1 validators over the target."),
      l1_price: uint64("nAVAX that an active L1 validator pays for a second."),
      l1_accrued_fees: uint64("nAVAX that an L1 validator that was always active would have paid."),
      l1_balance: uint64("nAVAX on the balances of all active L1 validators."),
    },
    key: ["height"],
    indexes: {
      blocks_by_time: { columns: ["time", "height"] },
      blocks_by_proposer: { columns: ["proposer", "height"], where: "proposer" },
    },
  },
  txs: {
    doc: "Accepted transactions in the order of execution. `Genesis` and `Dev` stand for what no transaction created.",
    columns: {
      ...place,
      id: bytes("SHA-256 of its bytes. Before Banff, an aborted proposal could be repeated."),
      kind: text("AvalancheGo's name of the transaction type, `Genesis` or `Dev`."),
      status: text("`Committed` or `Aborted`."),
      block_height: integer(
        "The block that contains it: of a proposal, the block before `height`.",
      ),
      burned: uint64("nAVAX that it consumed and did not create: the fee, unless it paid more."),
      gas: nullable(uint64("Gas that it used, since Etna.")),
      byte_count: integer("Size with its credentials."),
      memo: nullable(bytes("The memo, unless it is empty.")),
      subnet_id: nullable(
        bytes("The subnet that it concerns; 32 zero bytes for the primary network."),
      ),
      node_id: nullable(bytes("The node whose validator or delegator it concerns.")),
      chain_id: nullable(bytes("The blockchain that it created.")),
      validation_id: nullable(bytes("The L1 validator that it concerns, if it is only one.")),
      staking_tx_id: nullable(bytes("The staking transaction that it ends or configures.")),
      source_chain: nullable(bytes("Where it imports from.")),
      destination_chain: nullable(bytes("Where it exports to.")),
    },
    key: ["height", "position"],
    indexes: {
      txs_by_id: { columns: ["id", "height"] },
      txs_by_kind: { columns: ["kind", "height", "position"] },
      txs_by_subnet: { columns: ["subnet_id", "height", "position"], where: "subnet_id" },
      txs_by_node: { columns: ["node_id", "height", "position"], where: "node_id" },
      txs_by_chain: { columns: ["chain_id"], where: "chain_id" },
      txs_by_source_chain: {
        columns: ["source_chain", "height", "position"],
        where: "source_chain",
      },
      txs_by_destination_chain: {
        columns: ["destination_chain", "height", "position"],
        where: "destination_chain",
      },
      txs_by_staking_tx: {
        columns: ["staking_tx_id", "height", "position"],
        where: "staking_tx_id",
      },
    },
  },
  outputs: {
    doc: "Outputs, spent ones too. Stake keeps its own ID: it becomes spendable when the period ends.",
    columns: {
      tx_id: bytes(
        "The transaction of the UTXO's ID; a reward has that of the staking transaction.",
      ),
      output_index: integer("The index of the UTXO's ID."),
      origin: text(
        "`genesis`, `output`, `import`, `stake`, `reward`, `balance` (of an L1 validator), `export` or `dev`.",
      ),
      asset_id: bytes("The asset."),
      amount: uint64("In the smallest unit of the asset."),
      ...owners("its addresses"),
      stake_locktime: uint64("Unix seconds before which it can only be staked; 0 for none."),
      created_height: integer("Height of the transaction that created it."),
      created_position: integer("Position of that transaction; -1 while it is not filled."),
      spendable_height: nullable(
        integer("When it became a UTXO; null while it is staked, and of an export."),
      ),
      spendable_position: nullable(
        integer("The transaction that made it one, such as the reward of its staker."),
      ),
      exported_to: nullable(bytes("The chain that it was exported to.")),
      spent_height: nullable(integer("Height of the transaction that spent it.")),
      spent_position: nullable(integer("Position of that transaction.")),
      spent_input: nullable(integer("Index of the input.")),
    },
    key: ["tx_id", "output_index"],
  },
  holdings: {
    doc: "Which address owned which output from when until when, a row for each owner. `fork` finds the rows of a height (see interval-tree.ts).",
    columns: {
      address: bytes("One of the owners."),
      is_staked: integer("1 while the output is staked, 0 while it is a UTXO."),
      fork: integer("Fork of the interval; -1 while it is open."),
      to_height: integer("The last height at which it was held; 9007199254740991 while it is."),
      tx_id: bytes("The output."),
      output_index: integer("The output."),
      from_height: integer(
        "The first height at which it was held; after it, `to_height` may be lower: it was spent at once.",
      ),
      asset_id: bytes("The asset."),
      amount: uint64("In the smallest unit of the asset, the whole output."),
      locktime: uint64("Unix seconds before which nobody can spend it; 0 for none."),
      stake_locktime: uint64("Unix seconds before which it can only be staked; 0 for none."),
      owner_count: integer("How many addresses own it."),
    },
    key: ["address", "is_staked", "fork", "to_height", "tx_id", "output_index"],
  },
  imports: {
    doc: "What ImportTxs took from other chains.",
    columns: {
      ...place,
      input_index: integer("Index among the imported inputs."),
      source_chain: bytes("The chain that exported it."),
      tx_id: bytes("The UTXO there."),
      output_index: integer("The UTXO there."),
      asset_id: bytes("The asset."),
      amount: uint64("In the smallest unit of the asset."),
    },
    key: ["height", "position", "input_index"],
    indexes: { imports_by_utxo: { columns: ["tx_id", "output_index"], since: 3 } },
  },
  address_txs: {
    doc: "The transactions of each address. The sum of `received - sent` is its balance in nAVAX, each output in full for each owner.",
    columns: {
      address: bytes("20 bytes."),
      ...place,
      kind: text("The transaction's type."),
      roles: integer(
        "Sum of 1 input, 2 output, 4 stake, 8 reward, 16 reward owner, 32 subnet owner, 64 owner of an L1 validator.",
      ),
      received: uint64("nAVAX of outputs that it made spendable for the address."),
      sent: uint64("nAVAX of UTXOs of the address that it spent."),
      staked: uint64("nAVAX of stake of the address that it locked."),
    },
    key: ["address", "height", "position"],
    indexes: {
      /** Few of an address's transactions concern stake. 28: the roles stake, reward and reward owner. */
      address_txs_by_stake: {
        columns: ["address", "height", "position"],
        condition: "(roles & 28) <> 0",
      },
    },
  },
  staking_periods: {
    doc: "Validators and delegators, a row for each period of an auto-renewed validator.",
    columns: {
      tx_id: bytes("The staking transaction."),
      start_time: integer(
        "Start of the period: by the transaction, or of the block since Durango.",
      ),
      role: text("`validator` or `delegator`."),
      subnet_id: bytes("32 zero bytes for the primary network."),
      node_id: bytes("The validator."),
      public_key: nullable(bytes("BLS key, 48 bytes.")),
      weight: uint64(
        "Stake in the smallest unit of the asset, or the weight on a permissioned subnet.",
      ),
      end_time: integer("End of the period."),
      validator_tx_id: nullable(
        bytes("Of a delegator that began: the staking transaction of its validator."),
      ),
      delegation_shares: nullable(
        integer("Of a validator: its part of delegators' rewards, of 1,000,000."),
      ),
      is_auto_renewed: integer("1 if it renews itself."),
      added_height: integer("When it was added or renewed."),
      added_position: integer("The transaction that did it; -1 while it is not filled."),
      began_height: nullable(integer("When it became a current staker; null while it is pending.")),
      began_time: nullable(integer("Chain time of that block.")),
      ended_height: nullable(integer("When it ended.")),
      ended_position: nullable(integer("The transaction that ended it; null if time did.")),
      ended_time: nullable(integer("Chain time of that block.")),
      end_reason: nullable(
        text(
          "`rewarded`, `not rewarded`, `removed`, `renewed`, `stopped`, or `over` on a permissioned subnet.",
        ),
      ),
      potential_reward: uint64("Reward if it is paid; 0 while it is pending."),
      reward: nullable(uint64("What was paid to its owner, without delegators' shares.")),
      delegatee_reward: nullable(
        uint64(
          "Of a delegator, the validator's share; of a validator, its delegators' shares paid with this end.",
        ),
      ),
      restaked: nullable(uint64("Part of both that the next period stakes.")),
      reward_threshold: integer("Of the reward's owners."),
      reward_locktime: uint64("Of the reward's owners."),
      reward_addresses: bytes("Of the reward's owners, 20 bytes each."),
      delegatee_threshold: integer("Of the owners of delegators' shares."),
      delegatee_locktime: uint64("Of the owners of delegators' shares."),
      delegatee_addresses: bytes("Of the owners of delegators' shares, 20 bytes each."),
      uptime: nullable(real("What this node observed at the end, 0 to 1.")),
    },
    key: ["tx_id", "start_time"],
    indexes: {
      staking_periods_by_start: { columns: ["start_time", "tx_id"] },
      staking_periods_by_end: {
        columns: ["end_time", "tx_id", "start_time"],
        condition: "ended_height IS NULL",
      },
      staking_periods_by_node: { columns: ["node_id", "start_time"] },
      staking_periods_by_subnet: { columns: ["subnet_id", "start_time"] },
      staking_periods_by_validator: { columns: ["validator_tx_id"], where: "validator_tx_id" },
      staking_periods_by_added_height: { columns: ["added_height"], since: 2 },
      staking_periods_by_began_height: {
        columns: ["began_height"],
        where: "began_height",
        since: 2,
      },
      staking_periods_by_ended_height: {
        columns: ["ended_height"],
        where: "ended_height",
        since: 2,
      },
    },
  },
  rewards: {
    doc: "Reward outputs that were paid.",
    columns: {
      ...place,
      tx_id: bytes(
        "The UTXO: the staking transaction, or the reward transaction of an auto-renewed validator.",
      ),
      output_index: integer("The UTXO."),
      kind: text(
        "`validator`, `delegator`, or `delegatee` for the validator's share of a delegator's reward.",
      ),
      staking_tx_id: bytes("The staker whose end paid it."),
      subnet_id: bytes("32 zero bytes for the primary network."),
      node_id: bytes("The validator."),
      asset_id: bytes("The asset."),
      amount: uint64("In the smallest unit of the asset."),
      ...owners("its addresses"),
      time: integer("Chain time of the block."),
    },
    key: ["height", "position", "output_index"],
    indexes: {
      rewards_by_staking_tx: { columns: ["staking_tx_id", "height"] },
      rewards_by_node: { columns: ["node_id", "height"] },
    },
  },
  validator_changes: {
    doc: "Changes of validator sets. Inactive L1 validators are one entry with the empty node ID. A weight of 0 is no validator.",
    columns: {
      subnet_id: bytes("32 zero bytes for the primary network."),
      height: integer("The block."),
      node_id: bytes("The validator."),
      weight_before: uint64("With delegators."),
      weight_after: uint64("With delegators."),
      public_key: nullable(bytes("BLS key after the change, 48 bytes.")),
    },
    key: ["subnet_id", "height", "node_id"],
  },
  subnets: {
    doc: "Subnets that were created, without the primary network.",
    columns: {
      subnet_id: bytes("The CreateSubnetTx."),
      ...place,
      transformed_height: nullable(integer("When it became elastic.")),
      elastic_asset_id: nullable(bytes("The asset that an elastic subnet stakes.")),
      converted_height: nullable(integer("When it became an L1.")),
      conversion_id: nullable(bytes("Of an L1.")),
      manager_chain_id: nullable(bytes("Chain of an L1's validator manager.")),
      manager_address: nullable(bytes("Address of an L1's validator manager.")),
    },
    key: ["subnet_id"],
  },
  subnet_owners: {
    doc: "Owners of subnets, from a height on.",
    columns: { subnet_id: bytes("The subnet."), ...place, ...owners("its addresses") },
    key: ["subnet_id", "height", "position"],
  },
  chains: {
    doc: "Blockchains that were created, those of the genesis too.",
    columns: {
      chain_id: bytes("The CreateChainTx."),
      ...place,
      subnet_id: bytes("32 zero bytes for the primary network."),
      name: text("The name in the transaction."),
      vm_id: bytes("The virtual machine."),
    },
    key: ["chain_id"],
    indexes: { chains_by_subnet: { columns: ["subnet_id", "height"] } },
  },
  l1_validators: {
    doc: "L1 validators, removed ones too. What changes is in the events.",
    columns: {
      validation_id: bytes("The validator."),
      subnet_id: bytes("The L1."),
      node_id: bytes("The node."),
      public_key: bytes("BLS key, 48 bytes."),
      start_time: integer("Chain time of its registration."),
      balance_threshold: integer("Of the owners of the remaining balance."),
      balance_addresses: bytes("Of the owners of the remaining balance, 20 bytes each."),
      deactivation_threshold: integer("Of those who can disable it."),
      deactivation_addresses: bytes("Of those who can disable it, 20 bytes each."),
    },
    key: ["validation_id"],
    indexes: {
      l1_validators_by_subnet: { columns: ["subnet_id", "start_time"] },
      l1_validators_by_node: { columns: ["node_id"] },
    },
  },
  l1_events: {
    doc: "Every change of an L1 validator. Between two of them, the balance is `end_accumulated_fee` minus `l1_accrued_fees` of the block.",
    columns: {
      validation_id: bytes("The validator."),
      height: integer("The block."),
      ordinal: integer("Order among the events of the block, from 0."),
      position: nullable(integer("The transaction; null if the balance ran out.")),
      kind: text("`registered`, `weight`, `topped up`, `disabled`, `ran out` or `removed`."),
      time: integer("Chain time of the block."),
      weight: uint64("After the event; 0 if removed."),
      nonce: uint64("The lowest nonce that the next weight message may have."),
      balance: uint64("nAVAX after the event; 0 if inactive."),
      change: delta("nAVAX that the event added, paid back, or forfeited."),
      accrued_fees: uint64("The accrued fees at the event."),
      end_accumulated_fee: uint64("The accrued fees at which the balance ends; 0 if inactive."),
      returned_output_index: nullable(
        integer("Output of the transaction that paid the balance back."),
      ),
    },
    key: ["validation_id", "height", "ordinal"],
    indexes: { l1_events_by_height: { columns: ["height", "ordinal"] } },
  },
  warp_messages: {
    doc: "Warp messages that transactions carried.",
    columns: {
      ...place,
      source_chain_id: bytes("The chain that sent it."),
      source_address: bytes("The contract that sent it."),
      kind: text("`RegisterL1Validator` or `L1ValidatorWeight`."),
      validation_id: bytes("The L1 validator."),
      signers: integer("How many validators signed."),
    },
    key: ["height", "position"],
  },
  crossings: {
    doc: "UTXOs that transactions of the X- and C-chain exported to the P-chain or imported from it, as far as this node follows these chains. Not part of any height of the P-chain: the chains have no common order.",
    since: 3,
    columns: {
      chain_id: bytes("The chain of the transaction."),
      height: integer(
        "Height of its block on that chain; 0 for a transaction of the DAG that the X-chain was before it had blocks.",
      ),
      position: integer("Its order in the block; of a transaction of the DAG, in the index X/tx."),
      ordinal: integer("Index among its exported outputs or imported inputs."),
      id: bytes("The transaction."),
      kind: text("`export` to the P-chain, or `import` from it."),
      time: nullable(integer("Unix seconds of the block; null for a transaction of the DAG.")),
      is_verified: integer(
        "1 if the hash of the block covers the transaction; 0 for the C-chain before Apricot phase 1.",
      ),
      tx_id: bytes("The UTXO: of an import, the ExportTx of the P-chain."),
      output_index: integer("The UTXO."),
      asset_id: bytes("The asset."),
      amount: uint64("In the smallest unit of the asset."),
      threshold: nullable(integer("How many owners must sign; null for an import.")),
      locktime: nullable(
        uint64("Unix seconds before which nobody can spend it; null for an import."),
      ),
      addresses: nullable(
        bytes("The owners, 20 bytes each; null for an import, whose output has them."),
      ),
    },
    key: ["chain_id", "height", "position", "ordinal"],
    indexes: {
      crossings_by_id: { columns: ["id"], since: 3 },
      crossings_by_utxo: { columns: ["tx_id", "output_index"], since: 3 },
    },
  },
  crossing_owners: {
    doc: "Finds the crossings that export to an address, a row for each owner.",
    since: 4,
    columns: {
      address: bytes("One of the owners."),
      chain_id: bytes("The crossing."),
      height: integer("The crossing."),
      position: integer("The crossing."),
      ordinal: integer("The crossing."),
    },
    key: ["address", "chain_id", "height", "position", "ordinal"],
  },
  days: {
    doc: "Sums of each day of chain time in UTC.",
    columns: {
      day: integer("Days since 1970-01-01."),
      first_height: integer("Its first block."),
      last_height: integer("Its last block, which has the values at its end."),
      blocks: integer("Blocks."),
      txs: integer("Transactions."),
      rewards: uint64("nAVAX of rewards paid."),
      burned: uint64("nAVAX that transactions burned."),
      l1_fees: uint64("nAVAX that L1 validators paid."),
    },
    key: ["day"],
  },
  gaps: {
    doc: "Ranges of heights whose rows are missing until the ledger is filled. Complete if it has no row.",
    columns: {
      from_height: integer("The first missing height."),
      to_height: integer("The last missing height."),
    },
    key: ["from_height"],
  },
} as const;

export type LedgerTableName = keyof typeof ledgerSchema;

/**
 * The tables that say what the P-chain's blocks did. `gaps` says what one store lacks, `crossings` what its node has read of
 * other chains, and `crossing_owners` finds those rows.
 */
export type RowTable = Exclude<LedgerTableName, "gaps" | "crossings" | "crossing_owners">;

/**
 * A row of a table, as it is written and read: the same names and values in both databases.
 * @public
 */
export type LedgerRow<Name extends LedgerTableName> = RowOf<(typeof ledgerSchema)[Name]>;

/**
 * `to_height` of a holding that has not ended.
 * @public
 */
export const openEnd = Number.MAX_SAFE_INTEGER;

/**
 * `fork` of a holding that has not ended.
 * @public
 */
export const openFork = -1;

/**
 * The first position of changes outside blocks.
 * @public
 */
export const devPositions = 524_288;

/**
 * The parts of `roles` in `address_txs`.
 * @public
 */
export const addressRoles = {
  input: 1,
  output: 2,
  stake: 4,
  reward: 8,
  rewardOwner: 16,
  subnetOwner: 32,
  l1Owner: 64,
} as const;

const addressLength = 20;

/** The addresses in a column of owners. */
export function addressesOf(joined: Uint8Array): Uint8Array[] {
  return Array.from({ length: joined.length / addressLength }, (_, owner) =>
    joined.subarray(owner * addressLength, (owner + 1) * addressLength),
  );
}
