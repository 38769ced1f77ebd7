import type { WatchEventKind } from "../generated/events.ts";
import type { BalanceType } from "../store/ledger/queries/balance-type.ts";

/** Whose staking periods: those of a node on a subnet, of one staking transaction, or, of the Data API, of all of a subnet. */
export type StakingSubject =
  | { readonly ofSubnetID: string }
  | { readonly nodeID: string; readonly subnetID: string }
  | { readonly stakingTxID: string };

type StakerSubject = Exclude<StakingSubject, { readonly ofSubnetID: string }>;

/** Which L1 validators: one validation, those of a node, or all of an L1. */
export type L1Subject =
  | { readonly validationID: string }
  | { readonly nodeID: string }
  | { readonly subnetID: string };

/**
 * What a watch reports. IDs, node IDs and addresses are text in its usual form, amounts are decimal text, so that a rule is
 * stored as it is.
 */
export type WatchRule =
  /** Every transaction that changes the balance or the stake of an address. */
  | { readonly kind: "addressActivity"; readonly addresses: readonly string[] }
  /** A balance that passes a limit, or that a transaction changes by at least an amount, in nAVAX. */
  | {
      readonly kind: "addressBalance";
      readonly addresses: readonly string[];
      readonly above?: string;
      readonly below?: string;
      readonly changedBy?: string;
      /** Of the Data API: the limits are of this part of the balance, and stake may be one. */
      readonly balanceType?: BalanceType;
    }
  /** Rewards that are paid to an address. */
  | { readonly kind: "addressReward"; readonly addresses: readonly string[] }
  /** What happens to a validator's periods and to its delegations. */
  | ({ readonly kind: "staking"; readonly events: readonly StakingEventKind[] } & StakingSubject)
  /** A period that ends within days of chain time. */
  | ({ readonly kind: "stakingEnd"; readonly days: number } & StakerSubject)
  /** An uptime as this node observes it below a limit, in percent. */
  | { readonly kind: "uptime"; readonly nodeID: string; readonly percent: number }
  /** A validator that is not connected for longer than some seconds. */
  | { readonly kind: "offline"; readonly nodeID: string; readonly seconds: number }
  /** A validator whose version does not know an upgrade that is scheduled. */
  | { readonly kind: "version"; readonly nodeID: string }
  /** What happens to L1 validators. */
  | ({ readonly kind: "l1Validator"; readonly events: readonly L1EventKind[] } & L1Subject)
  /** A balance below an amount in nAVAX, or that is used up within some days of chain time if nothing else changes. */
  | ({ readonly kind: "l1Balance"; readonly below?: string; readonly days?: number } & L1Subject)
  /** Validators that join or leave a subnet or L1. */
  | {
      readonly kind: "subnetValidators";
      readonly subnetID: string;
      readonly events: readonly SubnetEventKind[];
    }
  /** An inactive share of an L1's weight above a limit, in percent. */
  | { readonly kind: "inactiveWeight"; readonly subnetID: string; readonly percent: number }
  /** An upgrade that validators announce. */
  | { readonly kind: "upgrade" }
  /** Following that halts. */
  | { readonly kind: "halt" }
  /** A price of gas above a limit, in nAVAX. */
  | { readonly kind: "gasPrice"; readonly above: string }
  /** What any of some rules reports: a webhook of the Data API has several kinds of events. */
  | { readonly kind: "anyOf"; readonly rules: readonly PlainRule[] };

/** A rule that callers of `/ext/watch` can write. */
export type PlainRule = Exclude<WatchRule, { readonly kind: "anyOf" }>;
export type PlainRuleKind = PlainRule["kind"];

export type WatchRuleKind = WatchRule["kind"];
export type RuleOf<Kind extends WatchRuleKind> = Extract<WatchRule, { readonly kind: Kind }>;

export type StakingEventKind = Extract<
  WatchEventKind,
  "began" | "ended" | "renewed" | "rewarded" | "notRewarded" | "delegationAdded" | "delegationEnded"
>;
export type L1EventKind = Extract<
  WatchEventKind,
  "l1Registered" | "l1WeightChanged" | "l1ToppedUp" | "l1Disabled" | "l1RanOut" | "l1Removed"
>;
export type SubnetEventKind = Extract<WatchEventKind, "validatorJoined" | "validatorLeft">;

/** How many addresses a rule watches. */
export function addressCount(rule: WatchRule): number {
  if (rule.kind === "anyOf") return Math.max(0, ...rule.rules.map(addressCount));
  return "addresses" in rule ? rule.addresses.length : 0;
}
