import type { ValidatorFeeParameters } from "../../networks/network.ts";
import { gasPrice } from "./gas.ts";
import { advanceValidatorFee, type ValidatorFeeState } from "./l1-validator.ts";

/** Steps that one forecast may take: about 0.2 s. */
const stepsMax = 4_000_000;

/** The end of the accrued fees at which a balance is used up, and what is forecast for it. */
export type FeeClock = {
  readonly fees: ValidatorFeeParameters;
  readonly state: ValidatorFeeState;
  readonly accruedFees: bigint;
};

/**
 * After how many seconds the executor deactivates an L1 validator whose balance ends at `end`, if a block is made then.
 * `others` are the ends of all active L1 validators, ascending: each leaves when its balance is used up, and the price
 * follows. Returns undefined beyond `secondsMax`, or if it takes too many steps. The price is AvalancheGo's of each second.
 * avalanchego vms/platformvm/validators/fee/fee.go @ v1.12.1
 */
export function secondsUntilDeactivation(
  { fees, state, accruedFees }: FeeClock,
  {
    end,
    others,
    secondsMax,
  }: { readonly end: bigint; readonly others: readonly bigint[]; readonly secondsMax: bigint },
): bigint | undefined {
  const walk = new Walk(fees, state, accruedFees);
  let next = 0;
  for (;;) {
    const soonest = next < others.length && others[next]! < end ? others[next]! : end;
    if (!walk.advanceTo(soonest, secondsMax)) return undefined;
    // As the executor: those without balance leave first, then those that cannot pay at the new price.
    next = walk.deactivate(others, next, (each) => walk.isEmpty(each));
    if (walk.isOver(end)) return walk.seconds;
    next = walk.deactivate(others, next, (each) => walk.isOver(each));
  }
}

/** Goes through time as blocks would. */
class Walk {
  readonly #fees: ValidatorFeeParameters;
  #state: ValidatorFeeState;
  #accrued: bigint;
  #steps = 0;
  seconds = 0n;

  constructor(fees: ValidatorFeeParameters, state: ValidatorFeeState, accrued: bigint) {
    this.#fees = fees;
    this.#state = state;
    this.#accrued = accrued;
  }

  isEmpty(end: bigint): boolean {
    return end <= this.#accrued;
  }

  /** Whether a balance does not pay for the next second. */
  isOver(end: bigint): boolean {
    return this.isEmpty(end) || end < this.#accrued + this.#priceAfter(1n);
  }

  /** Deactivates the next ones that are over. Returns the index of the first that is not. */
  deactivate(ends: readonly bigint[], from: number, ended: (end: bigint) => boolean): number {
    let next = from;
    while (next < ends.length && ended(ends[next]!)) next += 1;
    this.#state = { ...this.#state, current: this.#state.current - BigInt(next - from) };
    return next;
  }

  /** Advances to the first second after which a balance does not pay for another. */
  advanceTo(end: bigint, secondsMax: bigint): boolean {
    while (!this.isOver(end)) {
      this.#steps += 1;
      if (this.#steps > stepsMax || this.seconds > secondsMax) return false;
      const price = this.#priceAfter(1n);
      if (price === 0n) return false;
      const affordable = (end - this.#accrued) / price;
      this.#take(this.#secondsOf(price, affordable), price);
    }
    return this.seconds <= secondsMax;
  }

  #take(seconds: bigint, price: bigint): void {
    this.seconds += seconds;
    this.#accrued += seconds * price;
    this.#state = advanceValidatorFee(this.#state, this.#fees.target, seconds);
  }

  /** How many of the next seconds cost the same, at most `max`. The price only rises, or only falls. */
  #secondsOf(price: bigint, max: bigint): bigint {
    if (this.#priceAfter(max) === price) return max;
    let known = 1n;
    let beyond = max;
    for (let step = 1n; known + step < beyond; step *= 2n) {
      if (this.#priceAfter(known + step) === price) known += step;
      else {
        beyond = known + step;
        break;
      }
    }
    while (beyond - known > 1n) {
      const middle = (known + beyond) / 2n;
      if (this.#priceAfter(middle) === price) known = middle;
      else beyond = middle;
    }
    return known;
  }

  /** The price of a second some seconds from now. */
  #priceAfter(seconds: bigint): bigint {
    const { excess } = advanceValidatorFee(this.#state, this.#fees.target, seconds);
    return fastPrice(this.#fees, excess);
  }
}

/**
 * The price as `gasPrice` computes it. Its integer series is less than 1e-6 below the exponential for the constants of all
 * networks, so away from whole numbers the double has the same whole part, a hundred times faster.
 */
function fastPrice(
  { minPrice, excessConversionConstant }: ValidatorFeeParameters,
  excess: bigint,
): bigint {
  const value = Number(minPrice) * Math.exp(Number(excess) / Number(excessConversionConstant));
  const margin = 1e-6 + 64 / Number(excessConversionConstant) + value * 1e-12;
  const fraction = value - Math.floor(value);
  if (value < 2 ** 40 && fraction > margin && fraction < 1 - margin)
    return BigInt(Math.floor(value));
  return gasPrice(minPrice, excess, excessConversionConstant);
}
