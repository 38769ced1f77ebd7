import type { ValidatorSort } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import {
  bareHex,
  type Candidate,
  type OrderKey,
  padded,
  type StakerCandidate,
} from "./candidates.ts";
import { presenceOf } from "./current.ts";
import { weightOf } from "./filter.ts";
import { balanceOf } from "./l1.ts";
import { validatorTerms } from "./staker-view.ts";

type Context = Pick<HandlerContext, "chain" | "queries" | "state" | "uptimes" | "views">;

/** A place in a sorted list: `value` is the sort key, if the validator has one, and `order` breaks ties. */
export type Place = { readonly value: string | undefined; readonly order: string };

/** A sorted list and its ordering. */
export type Sorted = {
  readonly candidates: readonly Candidate[];
  readonly placeOf: (candidate: Candidate) => Place;
  readonly compare: (a: Place, b: Place) => number;
};

/** Sorts candidates that are already in the order of their keys. */
export function sortCandidates(
  candidates: readonly Candidate[],
  sort: ValidatorSort | undefined,
  orderKey: OrderKey,
  context: Context,
): Sorted {
  const compare = (a: Place, b: Place) =>
    compareValues(a.value, b.value, sort?.descending === true) || compareTexts(a.order, b.order);
  if (sort === undefined) {
    const placeOf = (each: Candidate) => ({ value: undefined, order: orderKey(each) });
    return { candidates, placeOf, compare };
  }
  const memberOf = (each: Candidate) => sortValues[sort.by](each, context);
  // The sort is stable, so it needs no keys to break ties.
  const sorted = candidates
    .map((candidate) => ({ candidate, value: memberOf(candidate) }))
    .sort((a, b) => compareValues(a.value, b.value, sort.descending === true))
    .map(({ candidate }) => candidate);
  const placeOf = (each: Candidate) => ({ value: memberOf(each), order: orderKey(each) });
  return { candidates: sorted, placeOf, compare };
}

/** Validators without a value come last in both directions. */
function compareValues(
  a: string | undefined,
  b: string | undefined,
  isDescending: boolean,
): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return isDescending ? compareTexts(b, a) : compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

type SortValue = (candidate: Candidate, context: Context) => string | undefined;

/** Texts that sort like the fields. */
const sortValues = {
  startTime: (each) =>
    uint64(each.kind === "l1" ? each.validator.startTime : each.staker.startTime),
  endTime: (each) => (each.kind === "l1" ? undefined : uint64(each.staker.endTime)),
  weight: (each) => uint64(weightOf(each)),
  nodeID: (each) => bareHex(each.kind === "l1" ? each.validator.nodeID : each.staker.nodeID),
  potentialReward: ofStaking(({ staker }) => uint64(staker.potentialReward)),
  delegationFee: ofStaking(({ staker }, context) =>
    percent(validatorTerms(staker, context).delegationFee),
  ),
  uptime: ofStaking(({ staker }, context) => {
    const presence = presenceOf(staker, context);
    return presence && percent(presence.uptime);
  }),
  delegatorCount: ofStaking(({ delegation }) => uint64(BigInt(delegation.delegators.length))),
  delegatorWeight: ofStaking(({ delegation }) => uint64(delegation.weight)),
  balance: (each, { state }) =>
    each.kind === "l1" ? uint64(balanceOf(each.validator, state.accruedFees())) : undefined,
} as const satisfies Record<ValidatorSort["by"], SortValue>;

function ofStaking(
  value: (candidate: StakerCandidate, context: Context) => string | undefined,
): SortValue {
  return (candidate, context) =>
    candidate.kind === "staking" ? value(candidate as StakerCandidate, context) : undefined;
}

function uint64(value: bigint): string {
  return padded(value, 20);
}

/** Up to `100.0000`. */
function percent(text: string): string {
  return text.padStart(8, "0");
}
