import { emptyId, equalBytes } from "../../formats/bytes.ts";
import { isActive, type L1Validator } from "../../pchain/state/l1-validator.ts";
import type { Outcome } from "../../pchain/state/outcome.ts";
import { type Staker, stakerKind } from "../../pchain/state/staker.ts";
import type { State } from "../../pchain/state/state.ts";

/** Sums over the current stakers of the primary network and the active L1 validators. */
export type NetworkTotals = {
  readonly staked: bigint;
  readonly delegated: bigint;
  readonly validators: number;
  readonly delegators: number;
  readonly l1Active: number;
  /** Of the accrued fees at which balances end. */
  readonly l1Ends: bigint;
};

/** nAVAX on the balances of active L1 validators. */
export function l1Balance({ l1Active, l1Ends }: NetworkTotals, accruedFees: bigint): bigint {
  return l1Ends - BigInt(l1Active) * accruedFees;
}

export function totalsOf(state: State): NetworkTotals {
  const totals = new TotalsSum();
  for (const staker of state.currentStakers()) totals.addStaker(staker, 1);
  for (const validator of state.activeL1Validators()) totals.addL1(validator, 1);
  return totals.sum();
}

/** The totals after a block. `before` is the state without its changes. */
export function totalsAfter(
  totals: NetworkTotals,
  before: State,
  outcomes: readonly Outcome[],
  l1Validators: readonly L1Validator[],
): NetworkTotals {
  const isSame =
    l1Validators.length === 0 && !outcomes.some(({ kind }) => kind.startsWith("staker"));
  if (isSame) return totals;
  const sum = new TotalsSum(totals);
  for (const outcome of outcomes) {
    if (outcome.kind === "staker began") sum.addStaker(outcome.staker, 1);
    else if (outcome.kind === "staker added" && !outcome.isPending) {
      sum.addStaker(outcome.staker, 1);
    } else if (outcome.kind === "staker ended") sum.addStaker(outcome.staker, -1);
  }
  for (const validator of l1Validators) {
    const prior = before.l1Validator(validator.validationID);
    if (prior !== undefined) sum.addL1(prior, -1);
    sum.addL1(validator, 1);
  }
  return sum.sum();
}

class TotalsSum {
  #staked: bigint;
  #delegated: bigint;
  #validators: number;
  #delegators: number;
  #l1Active: number;
  #l1Ends: bigint;

  constructor(from?: NetworkTotals) {
    this.#staked = from?.staked ?? 0n;
    this.#delegated = from?.delegated ?? 0n;
    this.#validators = from?.validators ?? 0;
    this.#delegators = from?.delegators ?? 0;
    this.#l1Active = from?.l1Active ?? 0;
    this.#l1Ends = from?.l1Ends ?? 0n;
  }

  /** Pending stakers of the primary network never end. */
  addStaker(staker: Staker, sign: 1 | -1): void {
    if (!equalBytes(staker.subnetID, emptyId)) return;
    const weight = BigInt(sign) * staker.weight;
    if (stakerKind(staker) === "delegator") {
      this.#delegated += weight;
      this.#delegators += sign;
    } else {
      this.#staked += weight;
      this.#validators += sign;
    }
  }

  addL1(validator: L1Validator, sign: 1 | -1): void {
    if (!isActive(validator)) return;
    this.#l1Active += sign;
    this.#l1Ends += BigInt(sign) * validator.endAccumulatedFee;
  }

  sum(): NetworkTotals {
    return {
      staked: this.#staked,
      delegated: this.#delegated,
      validators: this.#validators,
      delegators: this.#delegators,
      l1Active: this.#l1Active,
      l1Ends: this.#l1Ends,
    };
  }
}
