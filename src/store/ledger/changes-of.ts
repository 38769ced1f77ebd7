import { equalBytes, type Id, type ShortId } from "../../formats/bytes.ts";
import type { Utxo } from "../../pchain/components/utxo.ts";
import { stakingTerms } from "../../pchain/executor/put-staker.ts";
import { complexityOf, gasOf } from "../../pchain/fees/complexity.ts";
import type { L1Outcome, Outcome, UtxoOrigin } from "../../pchain/state/outcome.ts";
import type { Staker } from "../../pchain/state/staker.ts";
import type { UnsignedTx } from "../../pchain/txs/unsigned-tx.ts";
import { lockedOutput } from "../outputs.ts";
import type { LedgerChanges, OutputChange, StakerChange, SubnetChange } from "./block-changes.ts";
import { blockRows, dayOf } from "./block-rows.ts";
import type { Execution } from "./execution.ts";
import { outputRow } from "./output-row.ts";
import { devPositions, type LedgerRow } from "./schema.ts";
import { stakerRow } from "./staker-row.ts";
import { addressBytes, TxRows, type Writable } from "./tx-rows.ts";

/** The rows of an execution: a pure function. */
export function ledgerChanges(execution: Execution): LedgerChanges {
  return new ChangesBuilder(execution).build();
}

class ChangesBuilder {
  readonly #execution: Execution;
  readonly #height: number;
  readonly #time: number;
  readonly #blockHeight: number;
  readonly #avax: Id;
  #next: number;
  #current: TxRows | undefined;
  #openEnds: { readonly change: Writable<LedgerRow<"staking_periods">>; readonly tx: TxRows }[] =
    [];
  readonly #sums = { burned: 0n, gas: 0n, rewards: 0n, deposits: 0n, returned: 0n };
  readonly #txs: LedgerRow<"txs">[] = [];
  readonly #addressTxs: LedgerRow<"address_txs">[] = [];
  readonly #outputs: OutputChange[] = [];
  readonly #stakers: StakerChange[] = [];
  readonly #subnets: SubnetChange[] = [];
  readonly #l1Validators: LedgerRow<"l1_validators">[] = [];
  readonly #imports: LedgerRow<"imports">[] = [];
  readonly #paid: LedgerRow<"rewards">[] = [];
  readonly #subnetOwners: LedgerRow<"subnet_owners">[] = [];
  readonly #chains: LedgerRow<"chains">[] = [];
  readonly #l1Events: LedgerRow<"l1_events">[] = [];
  readonly #warpMessages: LedgerRow<"warp_messages">[] = [];

  constructor(execution: Execution) {
    this.#execution = execution;
    const { height, blocks, changes, context, devPosition = devPositions } = execution;
    this.#height = height;
    this.#time = Number(changes.timestamp);
    this.#blockHeight = blocks.length === 0 ? height : Number(blocks[0]!.height);
    this.#avax = context.avaxAssetID;
    this.#next = blocks.length === 0 ? devPosition : 0;
  }

  build(): LedgerChanges {
    for (const outcome of this.#execution.changes.outcomes) this.#read(outcome);
    this.#closeTx();
    const blocks = blockRows(this.#execution, this.#sums);
    return {
      height: this.#height,
      rows: {
        blocks,
        txs: this.#txs,
        imports: this.#imports,
        address_txs: this.#addressTxs,
        rewards: this.#paid,
        validator_changes: this.#execution.validatorChanges,
        subnet_owners: this.#subnetOwners,
        chains: this.#chains,
        l1_events: this.#l1Events,
        warp_messages: this.#warpMessages,
      },
      outputs: this.#outputs,
      stakers: this.#stakers,
      subnets: this.#subnets,
      l1Validators: this.#l1Validators,
      days: blocks.map(dayOf),
    };
  }

  #read(outcome: Outcome): void {
    switch (outcome.kind) {
      case "tx":
        this.#openTx(outcome);
        break;
      case "spent":
        this.#spend(outcome.utxo);
        break;
      case "imported":
        this.#import(outcome);
        break;
      case "exported":
        this.#export(outcome);
        break;
      case "produced":
        this.#produce(outcome.utxo, outcome.origin);
        break;
      case "staked":
        this.#stake(outcome.utxo);
        break;
      case "rewarded":
        this.#reward(outcome);
        break;
      case "staker added":
        this.#addStaker(outcome);
        break;
      case "staker began":
        this.#beginStaker(outcome.staker);
        break;
      case "staker ended":
        this.#endStaker(outcome);
        break;
      case "renewal configured":
        this.#concern(outcome.staker);
        break;
      case "l1 validator":
        this.#changeL1(outcome);
        break;
      case "subnet created":
      case "subnet owner":
      case "subnet transformed":
      case "subnet converted":
        this.#changeSubnet(outcome);
        break;
      case "chain created":
        this.#createChain(outcome);
        break;
      case "warp message":
        this.#warpMessages.push({
          ...this.#place(),
          source_chain_id: outcome.sourceChainID,
          source_address: outcome.sourceAddress,
          kind: outcome.message,
          validation_id: outcome.validationID,
          signers: outcome.signers,
        });
    }
  }

  #openTx({ tx, status }: Extract<Outcome, { kind: "tx" }>): void {
    this.#closeTx();
    const { unsigned } = tx;
    const memo = "baseTx" in unsigned ? unsigned.baseTx.memo : undefined;
    const gas = this.#gasOf(unsigned);
    this.#sums.gas += gas ?? 0n;
    this.#current = new TxRows({
      height: this.#height,
      position: this.#next++,
      block_height: this.#blockHeight,
      id: tx.id,
      kind: unsigned.kind,
      status,
      byte_count: tx.bytes.length,
      gas: gas ?? null,
      memo: memo === undefined || memo.length === 0 ? null : memo,
    });
  }

  /** Proposals use no gas. */
  #gasOf(unsigned: UnsignedTx): bigint | undefined {
    const { dynamicFees, upgrades } = this.#execution.context.network;
    const isFree = unsigned.kind.startsWith("Reward") || unsigned.kind === "AdvanceTimeTx";
    if (isFree || this.#execution.changes.timestamp < upgrades.etna) return undefined;
    return this.#height === 0 ? undefined : gasOf(complexityOf(unsigned), dynamicFees.weights);
  }

  /** The transaction, or what stands for it: that of the genesis, or one of a dev node for each ID. */
  #tx(utxo?: Utxo): TxRows {
    const known = this.#current;
    const isOther =
      known?.tx.kind === "Dev" && utxo !== undefined && !equalBytes(known.tx.id, utxo.txID);
    if (known !== undefined && !isOther) return known;
    this.#closeTx();
    const isGenesis = this.#height === 0 && this.#execution.blocks.length > 0;
    this.#current = new TxRows({
      height: this.#height,
      position: this.#next++,
      block_height: this.#blockHeight,
      id: utxo?.txID ?? new Uint8Array(32),
      kind: isGenesis ? "Genesis" : "Dev",
      status: "Committed",
      byte_count: 0,
    });
    return this.#current;
  }

  #closeTx(): void {
    const closed = this.#current;
    if (closed === undefined) return;
    this.#current = undefined;
    const { tx } = closed;
    // Nothing was spent for what they create.
    if (this.#height === 0 || tx.kind === "Dev") tx.burned = 0n;
    for (const { change, tx: ender } of this.#openEnds) {
      change.reward = ender.rewardNavax;
      if (change.role === "validator") change.delegatee_reward = ender.delegateeRewardNavax;
    }
    this.#openEnds = [];
    this.#sums.burned += tx.burned;
    this.#txs.push(tx);
    for (const row of closed.addressRows()) this.#addressTxs.push(row);
  }

  #place() {
    const { height, position } = this.#tx().tx;
    return { height, position };
  }

  /** nAVAX of an output; 0 of another asset. */
  #navax({ assetID, output }: Pick<Utxo, "assetID" | "output">): bigint {
    return equalBytes(assetID, this.#avax) ? lockedOutput(output).amount : 0n;
  }

  #spend(utxo: Utxo): void {
    const current = this.#tx();
    const { tx } = current;
    const navax = this.#navax(utxo);
    tx.burned += navax;
    current.involve(lockedOutput(utxo.output).addresses, "input", { sent: navax });
    const row = outputRow(utxo, "output", { height: this.#height, position: -1 });
    row.spent_height = tx.height;
    row.spent_position = tx.position;
    row.spent_input = current.inputCount++;
    this.#outputs.push({ kind: "spent", row });
  }

  #import({ sourceChain, input }: Extract<Outcome, { kind: "imported" }>): void {
    const current = this.#tx();
    const { tx } = current;
    const amount = input.input.kind === "LockIn" ? input.input.input.amount : input.input.amount;
    if (equalBytes(input.assetID, this.#avax)) tx.burned += amount;
    tx.source_chain = sourceChain;
    this.#imports.push({
      height: tx.height,
      position: tx.position,
      input_index: current.importedCount++,
      source_chain: sourceChain,
      tx_id: input.txID,
      output_index: input.outputIndex,
      asset_id: input.assetID,
      amount,
    });
  }

  #export({ destinationChain, utxo }: Extract<Outcome, { kind: "exported" }>): void {
    const current = this.#tx();
    current.tx.burned -= this.#navax(utxo);
    current.tx.destination_chain = destinationChain;
    current.involve(lockedOutput(utxo.output).addresses, "output");
    const row = outputRow(utxo, "export", current.tx);
    row.exported_to = destinationChain;
    this.#outputs.push({ kind: "created", row });
  }

  #produce(utxo: Utxo, origin: UtxoOrigin): void {
    const current = this.#tx(utxo);
    const { tx } = current;
    const navax = this.#navax(utxo);
    const isOwn = equalBytes(utxo.txID, tx.id);
    // Stake that comes back, and the rest of a balance, were not among the inputs.
    if (isOwn && origin !== "balance") tx.burned -= navax;
    current.involve(lockedOutput(utxo.output).addresses, "output", { received: navax });
    const row = outputRow(utxo, origin, tx);
    row.spendable_height = tx.height;
    row.spendable_position = tx.position;
    this.#outputs.push({ kind: origin === "stake" && !isOwn ? "released" : "created", row });
  }

  #stake(utxo: Utxo): void {
    const current = this.#tx();
    const navax = this.#navax(utxo);
    current.tx.burned -= navax;
    current.involve(lockedOutput(utxo.output).addresses, "stake", { staked: navax });
    this.#outputs.push({ kind: "created", row: outputRow(utxo, "stake", current.tx) });
  }

  #reward({ reward, staker, utxo }: Extract<Outcome, { kind: "rewarded" }>): void {
    const current = this.#tx();
    const { tx } = current;
    const { amount, locktime, addresses } = lockedOutput(utxo.output);
    const navax = this.#navax(utxo);
    this.#sums.rewards += navax;
    if (reward === "delegatee") current.delegateeRewardNavax += amount;
    else current.rewardNavax += amount;
    current.involve(addresses, "reward", { received: navax });
    const row = outputRow(utxo, "reward", tx);
    row.spendable_height = tx.height;
    row.spendable_position = tx.position;
    this.#outputs.push({ kind: "created", row });
    this.#paid.push({
      height: tx.height,
      position: tx.position,
      tx_id: utxo.txID,
      output_index: utxo.outputIndex,
      kind: reward,
      staking_tx_id: staker.txID,
      subnet_id: staker.subnetID,
      node_id: staker.nodeID,
      asset_id: utxo.assetID,
      amount,
      threshold: row.threshold,
      locktime,
      addresses: row.addresses,
      time: this.#time,
    });
  }

  #addStaker({ staker, isPending, terms }: Extract<Outcome, { kind: "staker added" }>): void {
    const current = this.#tx();
    const { tx } = current;
    this.#concern(staker);
    current.involve(terms.rewardsOwner.addresses, "rewardOwner");
    current.involve(terms.delegationRewardsOwner?.addresses ?? [], "rewardOwner");
    const row = stakerRow(staker, terms, tx);
    if (row.role === "delegator") row.validator_tx_id = this.#validatorTxID(staker);
    if (!isPending) {
      row.began_height = this.#height;
      row.began_time = this.#time;
    }
    this.#stakers.push({ kind: "added", row });
  }

  /** The staking transaction of the validator that a delegator chose. */
  #validatorTxID({ subnetID, nodeID }: Staker): Id | null {
    const added = this.#stakers.findLast(
      ({ row }) =>
        row.role === "validator" &&
        equalBytes(row.subnet_id, subnetID) &&
        equalBytes(row.node_id, nodeID),
    );
    const { before } = this.#execution;
    const validator =
      before.currentValidator(subnetID, nodeID) ?? before.pendingValidator(subnetID, nodeID);
    return added?.row.tx_id ?? validator?.txID ?? null;
  }

  #beginStaker(staker: Staker): void {
    const row = this.#knownStaker(staker);
    row.began_height = this.#height;
    row.began_time = this.#time;
    this.#stakers.push({ kind: "began", row });
  }

  #endStaker(outcome: Extract<Outcome, { kind: "staker ended" }>): void {
    const { staker, reason, delegateeShareNavax, restakedNavax } = outcome;
    const row = this.#knownStaker(staker);
    row.ended_height = this.#height;
    row.ended_time = this.#time;
    row.end_reason = reason;
    if (reason !== "over") {
      this.#concern(staker);
      const current = this.#tx();
      row.ended_position = current.tx.position;
      row.delegatee_reward = delegateeShareNavax;
      row.restaked = restakedNavax;
      this.#openEnds.push({ change: row, tx: current });
    }
    this.#stakers.push({ kind: "ended", row: row as typeof row & { end_reason: typeof reason } });
  }

  /** The row of a staker that was added before. */
  #knownStaker(staker: Staker): Writable<LedgerRow<"staking_periods">> {
    const added = this.#execution.before.tx(staker.txID);
    if (added === undefined) throw new Error("A staker has no transaction.");
    const terms = stakingTerms(added.tx.unsigned);
    return stakerRow(staker, terms, { height: this.#height, position: -1 });
  }

  #concern({ txID, subnetID, nodeID }: Staker): void {
    const { tx } = this.#tx();
    tx.subnet_id = subnetID;
    tx.node_id = nodeID;
    if (!equalBytes(txID, tx.id)) tx.staking_tx_id = txID;
  }

  #changeL1(outcome: L1Outcome): void {
    const { event, validator, changeNavax, accruedFees, returned } = outcome;
    const { validationID, endAccumulatedFee, remainingBalanceOwner, deactivationOwner } = validator;
    const current = event === "ran out" ? undefined : this.#tx();
    if (current !== undefined) {
      const { tx } = current;
      if (changeNavax > 0n) tx.burned -= changeNavax;
      tx.subnet_id = validator.subnetID;
      current.validationCount++;
      const isOnly = current.validationCount === 1;
      tx.validation_id = isOnly ? validationID : null;
      tx.node_id = isOnly ? validator.nodeID : null;
      current.involve(remainingBalanceOwner.addresses, "l1Owner");
      current.involve(deactivationOwner.addresses, "l1Owner");
    }
    if (changeNavax > 0n) this.#sums.deposits += changeNavax;
    else if (event !== "ran out") this.#sums.returned -= changeNavax;
    if (event === "registered") this.#l1Validators.push(l1Row(outcome));
    this.#l1Events.push({
      validation_id: validationID,
      height: this.#height,
      ordinal: this.#l1Events.length,
      position: current?.tx.position ?? null,
      kind: event,
      time: this.#time,
      weight: validator.weight,
      nonce: validator.minNonce,
      balance:
        endAccumulatedFee === 0n || validator.weight === 0n ? 0n : endAccumulatedFee - accruedFees,
      change: changeNavax,
      accrued_fees: accruedFees,
      end_accumulated_fee: validator.weight === 0n ? 0n : endAccumulatedFee,
      returned_output_index: returned?.outputIndex ?? null,
    });
  }

  #changeSubnet(outcome: Extract<Outcome, { subnetID: Id }> & { kind: `subnet ${string}` }): void {
    const current = this.#tx();
    const { subnetID } = outcome;
    current.tx.subnet_id = subnetID;
    const row: Writable<LedgerRow<"subnets">> = {
      subnet_id: subnetID,
      ...this.#place(),
      transformed_height: null,
      elastic_asset_id: null,
      converted_height: null,
      conversion_id: null,
      manager_chain_id: null,
      manager_address: null,
    };
    switch (outcome.kind) {
      case "subnet created":
        this.#subnets.push({ kind: "created", row });
        return;
      case "subnet transformed":
        row.transformed_height = this.#height;
        row.elastic_asset_id = outcome.assetID;
        this.#subnets.push({ kind: "transformed", row });
        return;
      case "subnet converted":
        row.converted_height = this.#height;
        row.conversion_id = outcome.conversion.conversionID;
        row.manager_chain_id = outcome.conversion.managerChainID;
        row.manager_address = outcome.conversion.managerAddress;
        this.#subnets.push({ kind: "converted", row });
        return;
      case "subnet owner": {
        const { locktime, threshold, addresses } = outcome.owner;
        current.involve(addresses, "subnetOwner");
        const owners = { threshold, locktime, addresses: addressBytes(addresses) };
        this.#subnetOwners.push({ subnet_id: subnetID, ...this.#place(), ...owners });
      }
    }
  }

  #createChain({ chain: { id, unsigned } }: Extract<Outcome, { kind: "chain created" }>): void {
    if (unsigned.kind !== "CreateChainTx") return;
    const { tx } = this.#tx();
    tx.chain_id = id;
    tx.subnet_id = unsigned.subnetID;
    this.#chains.push({
      chain_id: id,
      ...this.#place(),
      subnet_id: unsigned.subnetID,
      name: unsigned.chainName,
      vm_id: unsigned.vmID,
    });
  }
}

function l1Row({ validator }: L1Outcome): LedgerRow<"l1_validators"> {
  const { remainingBalanceOwner, deactivationOwner } = validator;
  const joined = ({ addresses }: { readonly addresses: readonly ShortId[] }) =>
    addressBytes(addresses);
  return {
    validation_id: validator.validationID,
    subnet_id: validator.subnetID,
    node_id: validator.nodeID,
    public_key: validator.publicKey,
    start_time: Number(validator.startTime),
    balance_threshold: remainingBalanceOwner.threshold,
    balance_addresses: joined(remainingBalanceOwner),
    deactivation_threshold: deactivationOwner.threshold,
    deactivation_addresses: joined(deactivationOwner),
  };
}
