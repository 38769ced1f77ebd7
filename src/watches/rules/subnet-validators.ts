import type { HeldEvent } from "../../events/block-events.ts";
import type { NodeId } from "../../formats/bytes.ts";
import { formatNodeId } from "../../formats/node-id.ts";
import { type MatchContext, type Matcher, subnetKey } from "../matcher.ts";
import type { RuleOf, SubnetEventKind } from "../rule.ts";
import type { WatchEventDetails } from "../watch-event.ts";

/** Validators that join or leave a subnet or L1. An L1 validator that becomes inactive has not left. */
export function subnetValidators(rule: RuleOf<"subnetValidators">): Matcher {
  const wanted = new Set<string>(rule.events);
  return {
    keys: [subnetKey(rule.subnetID)],
    match: (event, at) => {
      const found = event.type === "l1Validator" ? ofL1(event) : ofSubnet(event, at);
      return found !== undefined && found.subnetID === rule.subnetID && wanted.has(found.kind)
        ? [found]
        : [];
    },
  };
}

function ofL1(event: Extract<HeldEvent, { readonly type: "l1Validator" }>) {
  const kind = kindOf(event.kind === "registered", event.kind === "removed");
  if (kind === undefined) return undefined;
  const { txID, subnetID, nodeID, validationID, weight } = event;
  const cause = txID !== undefined && { txID };
  return { kind, ...cause, subnetID, nodeID, validationID, weight } satisfies WatchEventDetails;
}

/** Inactive L1 validators are one entry of the set, with the empty node ID. */
const inactive = formatNodeId(new Uint8Array(20) as NodeId);

function ofSubnet(event: HeldEvent, { reading }: MatchContext) {
  if (event.type !== "validator" || event.nodeID === inactive) return undefined;
  const { subnetID, nodeID, weight, previousWeight } = event;
  const kind = kindOf(previousWeight === "0", weight === "0");
  const isOfL1 = reading.events.some(
    (other) =>
      other.type === "l1Validator" && other.nodeID === nodeID && other.subnetID === subnetID,
  );
  if (kind === undefined || isOfL1) return undefined;
  return { kind, subnetID, nodeID, weight, previousWeight } satisfies WatchEventDetails;
}

function kindOf(hasJoined: boolean, hasLeft: boolean): SubnetEventKind | undefined {
  if (hasJoined) return "validatorJoined";
  return hasLeft ? "validatorLeft" : undefined;
}
