import type { ValidatorFeeParameters } from "../../networks/network.ts";
import { gasPrice } from "./gas.ts";
import type { ValidatorFeeState } from "./l1-validator.ts";

/** Steps that one forecast may take: less than 0.2 s. */
const stepsMax = 4_000_000;

/** The fees at the time from which a forecast is made. */
export type FeeClock = {
  readonly fees: ValidatorFeeParameters;
  readonly state: ValidatorFeeState;
  readonly accruedFees: bigint;
};

export type ForecastRequest = {
  /** The accrued fees at which the balances in question are used up. */
  readonly ends: readonly bigint[];
  /** Those of the L1 validators that leave when theirs is used up, ascending. Each lowers the number of active ones. */
  readonly leaving: readonly bigint[];
  readonly secondsMax: bigint;
};

/**
 * After how many seconds the executor deactivates L1 validators, by the ends of their balances, if a block is made then and
 * nothing else happens. An end is missing beyond `secondsMax`, or if it takes too many steps. The price is that of each second.
 * avalanchego vms/platformvm/validators/fee/fee.go @ v1.12.1
 */
export function secondsUntilDeactivation(
  { fees, state, accruedFees }: FeeClock,
  { ends, leaving, secondsMax }: ForecastRequest,
): ReadonlyMap<bigint, bigint> {
  const found = new Map<bigint, bigint>();
  const walk = new Walk(fees, state);
  const others = leaving.map((end) => Number(end - accruedFees));
  let next = 0;
  for (const end of [...ends].sort((a, b) => (a < b ? -1 : 1))) {
    const funds = Number(end - accruedFees);
    if (!Number.isSafeInteger(funds)) return found;
    for (;;) {
      const soonest = Math.min(others[next] ?? funds, funds);
      if (!walk.payUntil(soonest, Number(secondsMax))) return found;
      // As the executor: those without balance leave first, then those that cannot pay at the new price.
      next = walk.deactivate(others, next, (each) => walk.isEmpty(each));
      if (walk.isOver(funds)) break;
      next = walk.deactivate(others, next, (each) => walk.isOver(each));
    }
    found.set(end, BigInt(walk.seconds));
  }
  return found;
}

/** Goes through time as blocks would. Whole numbers below 2^53: a walk has millions of steps, and they are exact. */
class Walk {
  readonly #fees: ValidatorFeeParameters;
  readonly #constant: number;
  readonly #minPrice: number;
  #current: number;
  #excess: number;
  #paid = 0;
  #steps = 0;
  seconds = 0;

  constructor(fees: ValidatorFeeParameters, { current, excess }: ValidatorFeeState) {
    this.#fees = fees;
    this.#constant = Number(fees.excessConversionConstant);
    this.#minPrice = Number(fees.minPrice);
    this.#current = Number(current);
    this.#excess = Number(excess);
  }

  isEmpty(funds: number): boolean {
    return funds <= this.#paid;
  }

  /** Whether a balance does not pay for the next second. */
  isOver(funds: number): boolean {
    return this.isEmpty(funds) || funds < this.#paid + this.#priceAfter(1);
  }

  /** Deactivates the next ones that are over. Returns the index of the first that is not. */
  deactivate(funds: readonly number[], from: number, ended: (funds: number) => boolean): number {
    let next = from;
    while (next < funds.length && ended(funds[next]!)) next += 1;
    this.#current -= next - from;
    return next;
  }

  /** Advances to the first second after which a balance does not pay for another. */
  payUntil(funds: number, secondsMax: number): boolean {
    while (funds > this.#paid) {
      const price = this.#priceAfter(1);
      if (price > funds - this.#paid) break;
      this.#steps += 1;
      const isBeyond = this.seconds > secondsMax || this.#excess > Number.MAX_SAFE_INTEGER / 2;
      if (price === 0 || isBeyond || this.#steps > stepsMax) return false;
      const count = this.#samePrice(price, Math.floor((funds - this.#paid) / price));
      this.seconds += count;
      this.#paid += count * price;
      this.#excess = this.#excessAfter(count);
    }
    return this.seconds <= secondsMax;
  }

  /** How many of the next seconds surely cost the same, from 1 to `max`. The price only rises, or only falls. */
  #samePrice(price: number, max: number): number {
    const rate = this.#current - Number(this.#fees.target);
    if (rate === 0 || (this.#excess === 0 && rate < 0)) return max;
    if (price * Math.abs(rate) > this.#constant / 4) return 1;
    const edge = this.#constant * Math.log((rate > 0 ? price + 1 : price) / this.#minPrice);
    const reach = Math.floor((edge - this.#excess) / rate);
    const toZero = rate < 0 && price === this.#minPrice ? max : reach;
    for (const count of [toZero, toZero - 1]) {
      const tried = Math.min(count, max);
      if (tried > 1 && this.#priceAfter(tried) === price) return tried;
    }
    return 1;
  }

  #excessAfter(seconds: number): number {
    return Math.max(0, this.#excess + (this.#current - Number(this.#fees.target)) * seconds);
  }

  /**
   * The price of a second some seconds from now, as `gasPrice` computes it. That integer series is less than 1e-6 below the
   * exponential for the constants of all networks, so away from whole numbers a double has the same whole part.
   */
  #priceAfter(seconds: number): number {
    const excess = this.#excessAfter(seconds);
    if (excess === 0) return this.#minPrice;
    const value = this.#minPrice * Math.exp(excess / this.#constant);
    const margin = 1e-6 + 64 / this.#constant + value * 1e-12;
    const whole = Math.floor(value);
    const fraction = value - whole;
    if (value < 2 ** 40 && fraction > margin && fraction < 1 - margin) return whole;
    const { minPrice, excessConversionConstant } = this.#fees;
    return Number(gasPrice(minPrice, BigInt(excess), excessConversionConstant));
  }
}
