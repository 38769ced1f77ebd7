import type { HeldEvent } from "../../events/block-events.ts";
import type { StakingPeriodEvent } from "../../generated/events.ts";
import { type MatchContext, type Matcher, nodeKey, stakingTxKey, subnetKey } from "../matcher.ts";
import type { RuleOf, StakingEventKind, StakingSubject } from "../rule.ts";
import type { WatchEventDetails } from "../watch-event.ts";
import { heightsOfPeriods } from "./indexed.ts";

type Period = Extract<HeldEvent, { readonly type: "stakingPeriod" }>;

/** What happens to the periods of a validator, or of one staking transaction, and to the delegations to it. */
export function staking(rule: RuleOf<"staking">): Matcher {
  const wanted = new Set<string>(rule.events);
  return {
    keys: stakingKeys(rule),
    heights: heightsOfPeriods(rule),
    match: (event, at) => {
      if (event.type !== "stakingPeriod") return [];
      const kinds = isOwnPeriod(event, rule)
        ? ownKinds(event, at)
        : isDelegation(event, rule)
          ? delegationKinds(event)
          : [];
      return kinds.filter((kind) => wanted.has(kind)).map((kind) => detailsOf(kind, event));
    },
  };
}

/** The keys under which a rule about staking is found. */
export function stakingKeys(rule: StakingSubject): readonly string[] {
  if ("ofSubnetID" in rule) return [subnetKey(rule.ofSubnetID)];
  return "nodeID" in rule ? [nodeKey(rule.nodeID)] : [stakingTxKey(rule.stakingTxID)];
}

/** Whether a period is one of those that a rule watches, and not a delegation to one. */
export function isOwnPeriod(
  event: Pick<StakingPeriodEvent, "role" | "nodeID" | "subnetID" | "txID">,
  rule: StakingSubject,
): boolean {
  if ("stakingTxID" in rule) return event.txID === rule.stakingTxID;
  const { role, nodeID, subnetID } = event;
  if ("ofSubnetID" in rule) return role === "validator" && subnetID === rule.ofSubnetID;
  return role === "validator" && nodeID === rule.nodeID && subnetID === rule.subnetID;
}

function isDelegation({ role, nodeID, subnetID, validatorTxID }: Period, rule: StakingSubject) {
  if (role !== "delegator") return false;
  if ("ofSubnetID" in rule) return subnetID === rule.ofSubnetID;
  if ("stakingTxID" in rule) return validatorTxID === rule.stakingTxID;
  return nodeID === rule.nodeID && subnetID === rule.subnetID;
}

/** A renewal ends a period and begins the next one: it is one event, of the end. */
function ownKinds(event: Period, at: MatchContext): StakingEventKind[] {
  if (event.kind === "added") return [];
  if (event.kind === "began") return isRenewal(event, at) ? [] : ["began"];
  const isRenewed = event.endReason === "renewed";
  return [isRenewed ? "renewed" : "ended", ...rewardKinds(event)];
}

/**
 * A period that is not rewarded can still pay what an auto-renewed validator earned before, and a rewarded one can stake all of
 * it again.
 */
function rewardKinds({ endReason, potentialReward }: Period): StakingEventKind[] {
  if (endReason === "not rewarded") return ["notRewarded"];
  const isRewarded = endReason === "rewarded" || endReason === "renewed" || endReason === "stopped";
  // A period without a reward, such as on a permissioned subnet, loses nothing.
  return isRewarded && potentialReward !== "0" ? ["rewarded"] : [];
}

function isRenewal({ txID }: Period, { reading }: MatchContext): boolean {
  return reading.events.some(
    (other) =>
      other.type === "stakingPeriod" &&
      other.txID === txID &&
      other.kind === "ended" &&
      other.endReason === "renewed",
  );
}

function delegationKinds({ kind }: Period): StakingEventKind[] {
  if (kind === "began") return ["delegationAdded"];
  return kind === "ended" ? ["delegationEnded"] : [];
}

function detailsOf(kind: StakingEventKind, event: Period): WatchEventDetails {
  const { subnetID, nodeID, txID, validatorTxID, weight, startTime, endTime } = event;
  const { potentialReward, reward, delegateeReward, restaked, endedBy } = event;
  return {
    kind,
    ...(endedBy !== undefined && { txID: endedBy }),
    ...{ subnetID, nodeID, stakingTxID: txID },
    ...(validatorTxID !== undefined && { validatorTxID }),
    ...{ weight, startTime, endTime },
    ...(potentialReward !== undefined && { potentialReward }),
    ...(reward !== undefined && { reward }),
    ...(delegateeReward !== undefined && { delegateeReward }),
    ...(restaked !== undefined && restaked !== "0" && { restaked }),
  };
}
