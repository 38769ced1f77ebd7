import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import type { WebhookMetadata } from "../../generated/data-api/types.ts";
import { addressText } from "../../handlers/views/owners.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import type {
  L1EventKind,
  L1Subject,
  PlainRule,
  StakingEventKind,
  WatchRule,
} from "../../watches/rule.ts";
import { addressesParam, idParam, nodeIDParam } from "../ids.ts";
import type { DataContext } from "../operation.ts";
import { badRequest, Problem } from "../problem.ts";
import { addressesMax, type WebhookExtra, withKeys } from "./definition.ts";

/** The rule of a webhook. Throws Problem with status 400, which names the field. */
export function webhookRule(
  { eventType, metadata }: Pick<WebhookExtra, "eventType" | "metadata">,
  context: DataContext,
): WatchRule {
  const rules =
    eventType === "validator_activity" ? validatorRules(metadata) : addressRules(metadata, context);
  return { kind: "anyOf", rules };
}

function addressRules(metadata: WebhookMetadata, context: DataContext): PlainRule[] {
  const { keyType, keys, subEvents, balanceThresholdFilter } = metadata;
  if (keyType !== "addresses") throw badRequest("metadata.keyType", "addresses", keyType);
  const events = subEvents.addressActivitySubEvents;
  if (events === undefined) {
    throw new Problem(
      400,
      "metadata.subEvents.addressActivitySubEvents: expected events, got nothing",
    );
  }
  const addresses = readAddresses("metadata.keys", keys, context);
  return [...new Set(events)].map((event): PlainRule => {
    if (event === "balance_change") return { kind: "addressActivity", addresses };
    if (event === "reward_distribution") return { kind: "addressReward", addresses };
    if (balanceThresholdFilter === undefined) {
      throw new Problem(400, "metadata.balanceThresholdFilter: expected a threshold, got nothing");
    }
    const { balanceThreshold: limit, balanceType } = balanceThresholdFilter;
    return { kind: "addressBalance", addresses, above: limit, below: limit, balanceType };
  });
}

/** Addresses without repetition, as rules have them, at most as many as a webhook watches. Throws Problem with status 400. */
export function webhookAddresses(
  field: string,
  keys: readonly string[],
  context: DataContext,
): string[] {
  const addresses = readAddresses(field, keys, context);
  checkAddressCount(field, addresses);
  return addresses;
}

/** Addresses without repetition, as rules have them. Throws Problem with status 400. */
export function readAddresses(
  field: string,
  keys: readonly string[],
  context: DataContext,
): string[] {
  const read = keys.flatMap((key) => addressesParam(field, key, context));
  return [...new Set(read.map((address) => addressText(address, context.chain)))];
}

/** Throws Problem with status 400 for more addresses than a webhook watches. */
export function checkAddressCount(field: string, { length }: readonly string[]): void {
  if (length <= addressesMax) return;
  throw new Problem(
    400,
    `${field}: a webhook watches at most ${addressesMax} addresses, got ${length}`,
  );
}

/** What a webhook is kept with: each address once, as rules have it. */
export function keptMetadata(
  { eventType, metadata }: Pick<WebhookExtra, "eventType" | "metadata">,
  context: DataContext,
): WebhookMetadata {
  if (eventType === "validator_activity") return metadata;
  return withKeys(metadata, webhookAddresses("metadata.keys", metadata.keys, context));
}

function validatorRules(metadata: WebhookMetadata): PlainRule[] {
  const { keyType, keys, subEvents } = metadata;
  if (keyType === "addresses") throw badRequest("metadata.keyType", "nodeId or subnetId", keyType);
  const events = subEvents.validatorActivitySubEvents;
  if (events === undefined) {
    throw new Problem(
      400,
      "metadata.subEvents.validatorActivitySubEvents: expected events, got nothing",
    );
  }
  const [key = "", ...others] = keys;
  if (others.length > 0) throw badRequest("metadata.keys", "one key", String(keys.length));
  const subject: L1Subject =
    keyType === "nodeId"
      ? { nodeID: formatNodeId(nodeIDParam("metadata.keys", key)) }
      : { subnetID: formatId(idParam("metadata.keys", key)) };
  const l1Events = events.flatMap((event) => l1Kinds[event] ?? []);
  const limit = thresholdOf(metadata);
  return [
    ...stakingRules(metadata, subject),
    ...(l1Events.length > 0
      ? [{ kind: "l1Validator", events: l1Events, ...subject } as const]
      : []),
    ...(limit === undefined ? [] : [{ kind: "l1Balance", below: limit, ...subject } as const]),
  ];
}

function thresholdOf({ subEvents, l1ValidatorFeeBalanceThreshold }: WebhookMetadata) {
  const wants = subEvents.validatorActivitySubEvents?.includes("l1_validator_balance_threshold");
  if (wants !== true) return undefined;
  if (l1ValidatorFeeBalanceThreshold !== undefined) return l1ValidatorFeeBalanceThreshold;
  throw new Problem(400, "metadata.l1ValidatorFeeBalanceThreshold: expected nAVAX, got nothing");
}

/** Of a subnet, those of some of its nodes or of all; of a node, those of its terms on each subnet. */
function stakingRules(metadata: WebhookMetadata, subject: L1Subject): PlainRule[] {
  const { subEvents, nodeIds = [], subnetIds } = metadata;
  const wanted = subEvents.validatorActivitySubEvents ?? [];
  const events = wanted.flatMap((event) => stakingKinds[event] ?? []);
  if (events.length === 0) return [];
  const rule = (nodeID: string, subnetID: string): PlainRule => ({
    ...{ kind: "staking", events, nodeID, subnetID },
  });
  if ("nodeID" in subject) {
    const subnets = (subnetIds ?? [formatId(primaryNetworkID)]).map((each) =>
      formatId(idParam("metadata.subnetIds", each)),
    );
    return subnets.map((subnetID) => rule(subject.nodeID, subnetID));
  }
  if (!("subnetID" in subject)) return [];
  const { subnetID } = subject;
  if (nodeIds.length > 0) {
    const nodes = nodeIds.map((each) => formatNodeId(nodeIDParam("metadata.nodeIds", each)));
    return nodes.map((nodeID) => rule(nodeID, subnetID));
  }
  const ofSubnet: PlainRule = { kind: "staking", events, ofSubnetID: subnetID };
  if (!wanted.includes("validator_stake")) return [ofSubnet];
  // L1 validators have no periods: they join and leave.
  const joins = ["l1Registered", "l1Removed"] as const;
  const left = wanted.includes("l1_validator_removed") ? joins.slice(0, 1) : joins;
  return [ofSubnet, { kind: "l1Validator", subnetID, events: left }];
}

type SubEvent = NonNullable<WebhookMetadata["subEvents"]["validatorActivitySubEvents"]>[number];

const stakingKinds: Readonly<Partial<Record<SubEvent, readonly StakingEventKind[]>>> = {
  validator_stake: ["began", "ended", "renewed"],
  delegator_stake: ["delegationAdded", "delegationEnded"],
  reward_distribution: ["rewarded", "notRewarded"],
};

const l1Kinds: Readonly<Partial<Record<SubEvent, readonly L1EventKind[]>>> = {
  l1_validator_balance_increased: ["l1ToppedUp"],
  l1_validator_disabled: ["l1Disabled", "l1RanOut"],
  l1_validator_removed: ["l1Removed"],
};
