import type { WatchEvent, WatchEventKind } from "../generated/events.ts";
import type { BlockReading } from "./block-reading.ts";
import type { WatchRule, WatchRuleKind } from "./rule.ts";
import type { WatchDefinition } from "./watch.ts";
import { watchEvent } from "./watch-event.ts";

/** An event that a rule of each kind reports. */
const kinds: Readonly<Record<WatchRuleKind, WatchEventKind>> = {
  addressActivity: "activity",
  addressBalance: "balanceChanged",
  addressReward: "reward",
  staking: "began",
  stakingEnd: "endsSoon",
  uptime: "uptimeBelow",
  offline: "offline",
  version: "versionBehind",
  l1Validator: "l1ToppedUp",
  l1Balance: "l1BalanceBelow",
  subnetValidators: "validatorJoined",
  inactiveWeight: "inactiveWeightAbove",
  upgrade: "upgradeAnnounced",
  halt: "followingHalted",
  gasPrice: "gasPriceAbove",
  anyOf: "activity",
};

/** An event that did not happen, marked with `isSample`: of what the rule watches, at the last block. */
export function sampleOf({ id, rule }: WatchDefinition, reading: BlockReading): WatchEvent {
  const { height, block, blockID, time } = reading;
  const place = { cursor: `${height}.0.${block}`, height: String(height), blockID, time };
  return watchEvent(id, place, { kind: kinds[rule.kind], isSample: true, ...subjectOf(rule) });
}

function subjectOf(rule: WatchRule) {
  const { addresses, nodeID, subnetID, stakingTxID, validationID } = rule as {
    readonly [Name in "nodeID" | "subnetID" | "stakingTxID" | "validationID"]?: string;
  } & { readonly addresses?: readonly string[] };
  const [address] = addresses ?? [];
  return {
    ...(address !== undefined && { address }),
    ...(nodeID !== undefined && { nodeID }),
    ...(subnetID !== undefined && { subnetID }),
    ...(stakingTxID !== undefined && { stakingTxID }),
    ...(validationID !== undefined && { validationID }),
  };
}
