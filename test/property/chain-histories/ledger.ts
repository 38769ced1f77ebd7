import { type BytesKey, equalBytes, type Id, isZero, keyOf } from "../../../src/formats/bytes.ts";
import { type Block, blockTxs } from "../../../src/pchain/blocks/block.ts";
import type { TransferableOutput } from "../../../src/pchain/components/outputs.ts";
import { decodeUtxo } from "../../../src/pchain/components/utxo.ts";
import { gasPrice } from "../../../src/pchain/fees/gas.ts";
import { isActive, type L1Validator } from "../../../src/pchain/state/l1-validator.ts";
import { type Staker, stakerPriorities } from "../../../src/pchain/state/staker.ts";
import type { Tx } from "../../../src/pchain/txs/tx.ts";
import { amountOf } from "./funds.ts";
import type { HistoryChain } from "./history-chain.ts";

/**
 * Counts every asset before and after each block by the transactions in it: what is in UTXOs, staked, and on balances of
 * L1 validators can change only by fees, rewards and what comes from and goes to other chains.
 */
export class Ledger {
  readonly #world: HistoryChain;
  #before: Holdings;
  /** Of primary and elastic subnets: rewards of stakers that ended well, and what they began with. */
  readonly #minted = new Map<BytesKey, bigint>();
  readonly #initial = new Map<BytesKey, bigint>();

  constructor(world: HistoryChain) {
    this.#world = world;
    this.#before = holdings(world);
    this.#initial.set(keyOf(new Uint8Array(32)), world.genesis.initialSupply);
  }

  /** What differs after the blocks; nothing is right. */
  faultsAfter(blocks: readonly Block[]): string[] {
    const before = this.#before;
    const after = holdings(this.#world);
    this.#before = after;
    const txs = blocks.flatMap(blockTxs);
    return [
      ...this.#amountFaults(before, after, txs),
      ...this.#supplyFaults(before, after, blocks),
    ];
  }

  #amountFaults(before: Holdings, after: Holdings, txs: readonly Tx[]): string[] {
    const expected = new Map(before.amounts);
    const add = (assetID: Id, amount: bigint) =>
      expected.set(keyOf(assetID), (expected.get(keyOf(assetID)) ?? 0n) + amount);
    for (const { unsigned } of txs) {
      if (!("baseTx" in unsigned)) continue;
      // What is spent here is gone; all that it became is counted again.
      for (const { assetID, input } of unsigned.baseTx.inputs) {
        add(assetID, -(input.kind === "LockIn" ? input.input.amount : input.amount));
      }
      const stake = "stake" in unsigned ? unsigned.stake : [];
      for (const output of [...unsigned.baseTx.outputs, ...stake]) {
        add(output.assetID, outputAmount(output));
      }
      add(this.#world.context.avaxAssetID, balancesOf(unsigned));
    }
    add(this.#world.context.avaxAssetID, -this.#l1Fees(before, after, txs));
    for (const [assetID, amount] of after.rewards) {
      add(assetID, amount - (before.rewardsBy.get(keyOf(assetID)) ?? 0n));
    }
    const assets = new Set([...expected.keys(), ...after.amounts.keys()]);
    return [...assets].flatMap((asset) => {
      const [should, is] = [expected.get(asset) ?? 0n, after.amounts.get(asset) ?? 0n];
      return should === is ? [] : [`amount is ${is} and not ${should}, ${is - should} more`];
    });
  }

  /** What the validators paid for the time of the block: each second its own price, as far as each had it. */
  #l1Fees(before: Holdings, after: Holdings, txs: readonly Tx[]): bigint {
    const seconds = this.#world.store.state.timestamp() - before.timestamp;
    const cost = this.#costOf(before, seconds);
    let paid = 0n;
    for (const validator of before.l1Validators.filter(isActive)) {
      const balance = validator.endAccumulatedFee - before.accruedFees;
      if (balance < cost) throw new Error("a validator outlived its balance");
      const next = find(after, validator);
      const isEvicted = next !== undefined && !isActive(next) && !isDisabledBy(txs, validator);
      // Who is evicted loses what does not pay a whole second; who leaves or is disabled gets the rest back.
      paid += isEvicted ? balance : cost;
    }
    // What came in with this block is lost where it does not pay a second either.
    for (const validator of after.l1Validators) {
      if (!isActive(validator)) paid += balanceAdded(txs, validator);
    }
    return paid;
  }

  #costOf({ l1Validators, l1Excess }: Holdings, seconds: bigint): bigint {
    const { target, minPrice, excessConversionConstant } =
      this.#world.context.network.validatorFees;
    const change = BigInt(l1Validators.filter(isActive).length) - target;
    let excess = l1Excess;
    let cost = 0n;
    for (let second = 0n; second < seconds; second++) {
      excess = excess + change < 0n ? 0n : excess + change;
      cost += gasPrice(minPrice, excess, excessConversionConstant);
    }
    return cost;
  }

  /** Supply = what was there at first + rewards that were paid + rewards that current stakers may get. */
  #supplyFaults(before: Holdings, after: Holdings, blocks: readonly Block[]): string[] {
    const isAborted = blocks.some(({ kind }) => kind === "BanffAbortBlock");
    const ended = before.stakers.filter(
      ({ txID }) => !after.stakers.some((staker) => equalBytes(staker.txID, txID)),
    );
    for (const { subnetID, potentialReward } of isAborted ? [] : ended) {
      const key = keyOf(subnetID);
      this.#minted.set(key, (this.#minted.get(key) ?? 0n) + potentialReward);
    }
    for (const tx of blocks.flatMap(blockTxs)) {
      if (tx.unsigned.kind !== "TransformSubnetTx") continue;
      this.#initial.set(keyOf(tx.unsigned.subnetID), tx.unsigned.initialSupply);
    }
    return [...this.#world.store.state.allSupplies()].flatMap(([subnetID, supply]) => {
      const key = keyOf(subnetID);
      const outstanding = after.stakers
        .filter((staker) => equalBytes(staker.subnetID, subnetID))
        .reduce((sum, { potentialReward }) => sum + potentialReward, 0n);
      const expected = this.#initial.get(key)! + (this.#minted.get(key) ?? 0n) + outstanding;
      const faults = supply === expected ? [] : [`supply is ${supply} and not ${expected}`];
      const paid = this.#paidFault(after, subnetID);
      return paid === undefined ? faults : [...faults, paid];
    });
  }

  /** Every reward that was minted is in a reward UTXO or kept for the validator that it belongs to. */
  #paidFault(after: Holdings, subnetID: Id): string | undefined {
    if (!isZero(subnetID)) return undefined;
    const kept = [...this.#world.store.state.allDelegateeRewards()]
      .filter(([subnet]) => isZero(subnet))
      .reduce((sum, [, , reward]) => sum + reward, 0n);
    const paid = after.rewardsBy.get(keyOf(this.#world.context.avaxAssetID)) ?? 0n;
    const minted = this.#minted.get(keyOf(subnetID)) ?? 0n;
    return paid + kept === minted ? undefined : `${paid} paid, ${kept} kept of ${minted} minted`;
  }
}

type Holdings = {
  /** By asset: in UTXOs, staked, on balances of L1 validators. */
  readonly amounts: ReadonlyMap<BytesKey, bigint>;
  readonly rewards: readonly (readonly [assetID: Id, amount: bigint])[];
  readonly rewardsBy: ReadonlyMap<BytesKey, bigint>;
  /** Those who staked funds, current and pending. */
  readonly stakers: readonly Staker[];
  readonly l1Validators: readonly L1Validator[];
  readonly l1Excess: bigint;
  readonly accruedFees: bigint;
  readonly timestamp: bigint;
};

function holdings({ store, context }: HistoryChain): Holdings {
  const { state } = store;
  const amounts = new Sums();
  for (const [, bytes] of state.allUtxos()) {
    const utxo = decodeUtxo(bytes);
    amounts.add(utxo.assetID, amountOf(utxo));
  }
  const stakers = [...state.currentStakers(), ...state.pendingStakers()].filter(hasStake);
  for (const staker of stakers) amounts.add(stakedAsset(staker), staker.weight);
  const l1Validators = [...state.allL1Validators()];
  for (const { endAccumulatedFee } of l1Validators.filter(isActive)) {
    amounts.add(context.avaxAssetID, endAccumulatedFee - state.accruedFees());
  }
  const rewards = new Sums();
  for (const [, bytes] of state.allRewardUtxos()) {
    const utxo = decodeUtxo(bytes);
    rewards.add(utxo.assetID, amountOf(utxo));
  }
  return {
    amounts: amounts.byAsset,
    rewards: rewards.entries(),
    rewardsBy: rewards.byAsset,
    stakers,
    l1Validators,
    l1Excess: state.l1ValidatorExcess(),
    accruedFees: state.accruedFees(),
    timestamp: state.timestamp(),
  };

  function stakedAsset({ subnetID }: Staker): Id {
    const transformation = state.subnetTransformation(subnetID)?.unsigned;
    return transformation?.kind === "TransformSubnetTx"
      ? transformation.assetID
      : context.avaxAssetID;
  }
}

class Sums {
  readonly byAsset = new Map<BytesKey, bigint>();
  readonly #assets = new Map<BytesKey, Id>();

  add(assetID: Id, amount: bigint): void {
    const key = keyOf(assetID);
    this.#assets.set(key, assetID);
    this.byAsset.set(key, (this.byAsset.get(key) ?? 0n) + amount);
  }

  entries(): [Id, bigint][] {
    return [...this.byAsset].map(([key, amount]) => [this.#assets.get(key)!, amount]);
  }
}

function hasStake({ priority }: Staker): boolean {
  return (
    priority !== stakerPriorities.permissionedSubnetValidatorCurrent &&
    priority !== stakerPriorities.permissionedSubnetValidatorPending
  );
}

function outputAmount({ output }: TransferableOutput): bigint {
  return output.kind === "LockOut" ? output.output.amount : output.amount;
}

function balancesOf(unsigned: Tx["unsigned"]): bigint {
  switch (unsigned.kind) {
    case "ConvertSubnetToL1Tx":
      return unsigned.validators.reduce((sum, { balance }) => sum + balance, 0n);
    case "RegisterL1ValidatorTx":
    case "IncreaseL1ValidatorBalanceTx":
      return unsigned.balance;
    default:
      return 0n;
  }
}

function isDisabledBy(txs: readonly Tx[], { validationID }: L1Validator): boolean {
  return txs.some(
    ({ unsigned }) =>
      unsigned.kind === "DisableL1ValidatorTx" && equalBytes(unsigned.validationID, validationID),
  );
}

function find({ l1Validators }: Holdings, { validationID }: L1Validator): L1Validator | undefined {
  return l1Validators.find((validator) => equalBytes(validator.validationID, validationID));
}

/** What the transactions put on the balance of a validator. */
function balanceAdded(txs: readonly Tx[], { validationID, subnetID, nodeID }: L1Validator): bigint {
  const names = (bytes: Uint8Array, part: Uint8Array) =>
    Buffer.from(bytes).includes(Buffer.from(part));
  return txs.reduce((sum, { unsigned }) => {
    switch (unsigned.kind) {
      case "ConvertSubnetToL1Tx": {
        if (!equalBytes(unsigned.subnetID, subnetID)) return sum;
        const own = unsigned.validators.find((validator) => equalBytes(validator.nodeID, nodeID));
        return sum + (own?.balance ?? 0n);
      }
      case "RegisterL1ValidatorTx": {
        const isOwn = names(unsigned.message, subnetID) && names(unsigned.message, nodeID);
        return isOwn ? sum + unsigned.balance : sum;
      }
      case "IncreaseL1ValidatorBalanceTx":
        return equalBytes(unsigned.validationID, validationID) ? sum + unsigned.balance : sum;
      default:
        return sum;
    }
  }, 0n);
}
