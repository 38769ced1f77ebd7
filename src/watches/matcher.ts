import type { HeldEvent } from "../events/block-events.ts";
import type { LedgerRow } from "../store/ledger/schema.ts";
import type { BlockReading, WatchSource } from "./block-reading.ts";
import type { FindHeights } from "./indexed-heights.ts";
import type { RuleOf, WatchRule, WatchRuleKind } from "./rule.ts";
import type { WatchEventDetails } from "./watch-event.ts";

/** The block in which an event happened, and the chain around it. */
export type MatchContext = { readonly reading: BlockReading; readonly source: WatchSource };

/**
 * How a rule finds its events. `match` depends on nothing but its arguments and the accepted chain, so that an event is the
 * same whenever it is read.
 */
export type Matcher = {
  /** Under which keys the rule is found; see `keysOfEvent`. An event without one of them never matches. */
  readonly keys: readonly string[];
  /**
   * Of a rule that looks at each block: whether a block may match, by its row, if nothing else that the rule depends on has
   * changed since the last block that it looked at. Without it, every block is read.
   */
  readonly mayMatchRow?: (row: LedgerRow<"blocks">) => boolean;
  /** Where a watch that is behind finds its next events; without it, it reads every block. */
  readonly heights?: FindHeights | undefined;
  /** What the watch reports of an event of the stream. */
  readonly match: (event: HeldEvent, at: MatchContext) => readonly WatchEventDetails[];
};

/** Makes the matcher of a rule, for every kind of rule. */
export type MakeMatcher = {
  readonly [Kind in WatchRuleKind]: (rule: RuleOf<Kind>) => Matcher;
};

/** What an event concerns: it may match rules that watch one of these. */
export function keysOfEvent(event: HeldEvent): readonly string[] {
  switch (event.type) {
    case "block":
      return [eachBlock];
    case "transaction":
      return [];
    case "validator":
      return [subnetKey(event.subnetID)];
    case "balance":
      return [addressKey(event.address)];
    case "reward":
      return [
        ...event.addresses.map(addressKey),
        nodeKey(event.nodeID),
        stakingTxKey(event.stakingTxID),
      ];
    case "stakingPeriod": {
      const { nodeID, txID, validatorTxID, subnetID } = event;
      const ofValidator = validatorTxID === undefined ? [] : [stakingTxKey(validatorTxID)];
      return [nodeKey(nodeID), stakingTxKey(txID), ...ofValidator, subnetKey(subnetID)];
    }
    case "l1Validator": {
      const { validationID, nodeID, subnetID } = event;
      return [validationKey(validationID), nodeKey(nodeID), subnetKey(subnetID)];
    }
  }
}

/** Rules that depend on time or on the state after a block. */
export const eachBlock = "block";
export const addressKey = (address: string): string => `a:${address}`;
export const isAddressKey = (key: string): boolean => key.startsWith("a:");
export const nodeKey = (nodeID: string): string => `n:${nodeID}`;
export const stakingTxKey = (txID: string): string => `t:${txID}`;
export const validationKey = (validationID: string): string => `v:${validationID}`;
export const subnetKey = (subnetID: string): string => `s:${subnetID}`;

/** The kinds whose events no block contains: the node stores them when it observes them. */
const observedKinds = ["uptime", "offline", "version", "upgrade", "halt"] as const;
export type ObservedRuleKind = (typeof observedKinds)[number];

export function isObserved({ kind }: WatchRule): boolean {
  return (observedKinds as readonly string[]).includes(kind);
}
