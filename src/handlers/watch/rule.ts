import { emptyId } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { errors } from "../../generated/errors.ts";
import { describeValue } from "../../generated/issue.ts";
import type { WatchRule as RuleParam, WatchEventKind } from "../../generated/types.ts";
import type { PlainRuleKind, WatchRule } from "../../watches/rule.ts";
import { type AddressReading, idArgument, nodeIDArgument } from "../arguments.ts";
import { ownAddresses } from "../own-addresses.ts";
import { addressText } from "../views/owners.ts";

type Member = Exclude<keyof RuleParam, "kind">;

/** `oneOf`: exactly one of them. `someOf`: one or more of them. */
type Form = {
  readonly all?: readonly Member[];
  readonly oneOf?: readonly Member[];
  readonly someOf?: readonly Member[];
  readonly optional?: readonly Member[];
  /** The events that it can be restricted to. */
  readonly events?: readonly WatchEventKind[];
};

/** Which members a rule of each kind has. */
const forms: Readonly<Record<PlainRuleKind, Form>> = {
  addressActivity: { all: ["addresses"] },
  addressBalance: { all: ["addresses"], someOf: ["above", "below", "changedBy"] },
  addressReward: { all: ["addresses"] },
  staking: {
    oneOf: ["nodeID", "stakingTxID"],
    optional: ["subnetID"],
    events: [
      "began",
      "ended",
      "renewed",
      "rewarded",
      "notRewarded",
      "delegationAdded",
      "delegationEnded",
    ],
  },
  stakingEnd: { all: ["days"], oneOf: ["nodeID", "stakingTxID"], optional: ["subnetID"] },
  uptime: { all: ["nodeID", "percent"] },
  offline: { all: ["nodeID", "seconds"] },
  version: { all: ["nodeID"] },
  l1Validator: {
    oneOf: ["validationID", "nodeID", "subnetID"],
    events: [
      "l1Registered",
      "l1WeightChanged",
      "l1ToppedUp",
      "l1Disabled",
      "l1RanOut",
      "l1Removed",
    ],
  },
  l1Balance: { oneOf: ["validationID", "nodeID", "subnetID"], someOf: ["below", "days"] },
  subnetValidators: { all: ["subnetID"], events: ["validatorJoined", "validatorLeft"] },
  inactiveWeight: { all: ["subnetID", "percent"] },
  upgrade: {},
  halt: {},
  gasPrice: { all: ["above"] },
};

const primaryNetwork = formatId(emptyId);

/** Reads a rule. Throws InvalidParams, which names the member and what is expected instead. */
export function ruleArgument(param: RuleParam, context: AddressReading): WatchRule {
  const { kind } = param;
  const form = forms[kind];
  verifyMembers(param, form);
  const given = {
    kind,
    ...(param.addresses && { addresses: addresses(param.addresses, context) }),
    ...amounts(param),
    ...ids(param),
    ...numbers(param),
  };
  const lacksSubnet = param.nodeID !== undefined && param.subnetID === undefined;
  const isStaking = kind === "staking" || kind === "stakingEnd";
  return {
    ...given,
    ...(isStaking && lacksSubnet && { subnetID: primaryNetwork }),
    ...(form.events && { events: events(param, form.events) }),
  } as WatchRule;
}

function verifyMembers(param: RuleParam, form: Form): void {
  const { all = [], oneOf = [], someOf = [], optional = [] } = form;
  const allowed: readonly string[] = [
    ...all,
    ...oneOf,
    ...someOf,
    ...optional,
    ...(form.events ? ["events"] : []),
  ];
  const ofKind = `of a rule of kind ${param.kind}`;
  for (const name of Object.keys(param)) {
    if (name === "kind" || allowed.includes(name)) continue;
    const known = allowed.length === 0 ? "no other members" : `one of ${allowed.join(", ")}`;
    throw invalid("rule", `${known} ${ofKind}`, name);
  }
  const has = (name: Member) => param[name] !== undefined;
  for (const name of all) {
    if (!has(name)) throw invalid(`rule.${name}`, `a value, ${ofKind}`, undefined);
  }
  const chosen = oneOf.filter(has);
  if (oneOf.length > 0 && chosen.length !== 1) {
    const got = chosen.length === 0 ? undefined : chosen.join(", ");
    throw invalid("rule", `exactly one of ${oneOf.join(", ")}, ${ofKind}`, got);
  }
  if (someOf.length > 0 && !someOf.some(has)) {
    throw invalid("rule", `one or more of ${someOf.join(", ")}, ${ofKind}`, undefined);
  }
  if (has("subnetID") && has("stakingTxID")) {
    throw invalid("rule.subnetID", "no subnetID together with stakingTxID", param.subnetID);
  }
}

/** Each once, in the usual text. */
function addresses(texts: readonly string[], context: AddressReading): string[] {
  const parsed = ownAddresses("rule.addresses", texts, context);
  return [...new Set(parsed.map((address) => addressText(address, context.chain)))];
}

const uint64Max = 2n ** 64n - 1n;

function amounts(param: RuleParam) {
  const read: { above?: string; below?: string; changedBy?: string } = {};
  for (const name of ["above", "below", "changedBy"] as const) {
    const text = param[name];
    if (text === undefined) continue;
    // Nothing is below 0, and everything changes a balance by at least 0.
    const least = name === "above" ? 0n : 1n;
    if (BigInt(text) > uint64Max || BigInt(text) < least) {
      const expected = `an amount from ${least} to ${uint64Max} nAVAX as decimal text`;
      throw invalid(`rule.${name}`, expected, text);
    }
    read[name] = text;
  }
  return read;
}

function ids(param: RuleParam) {
  const { nodeID, ...others } = param;
  const read: { subnetID?: string; stakingTxID?: string; validationID?: string } = {};
  for (const name of ["subnetID", "stakingTxID", "validationID"] as const) {
    const text = others[name];
    if (text !== undefined) read[name] = formatId(idArgument(`rule.${name}`, text));
  }
  const node = nodeID && { nodeID: formatNodeId(nodeIDArgument("rule.nodeID", nodeID)) };
  return { ...node, ...read };
}

function numbers({ percent, days, seconds }: RuleParam) {
  return {
    ...(percent !== undefined && { percent }),
    ...(days !== undefined && { days }),
    ...(seconds !== undefined && { seconds }),
  };
}

function events({ events: given, kind }: RuleParam, known: readonly WatchEventKind[]) {
  for (const [index, event] of (given ?? []).entries()) {
    if (known.includes(event)) continue;
    const expected = `an event of a rule of kind ${kind}: ${known.join(", ")}`;
    throw invalid(`rule.events[${index}]`, expected, event);
  }
  return given === undefined ? known : [...new Set(given)];
}

function invalid(field: string, expected: string, got: unknown) {
  return errors.invalidParams({ field, expected, got: describeValue(got) });
}
