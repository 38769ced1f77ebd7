import type { L1ValidatorEvent } from "../../generated/events.ts";
import type { Matcher } from "../matcher.ts";
import type { L1EventKind, RuleOf } from "../rule.ts";
import { heightsOfL1Events } from "./indexed.ts";
import { isOfSubject, l1Keys } from "./l1-subject.ts";

const kinds: Readonly<Record<L1ValidatorEvent["kind"], L1EventKind>> = {
  registered: "l1Registered",
  weight: "l1WeightChanged",
  "topped up": "l1ToppedUp",
  disabled: "l1Disabled",
  "ran out": "l1RanOut",
  removed: "l1Removed",
};

/** What happens to L1 validators. */
export function l1Validator(rule: RuleOf<"l1Validator">): Matcher {
  const wanted = new Set<string>(rule.events);
  return {
    keys: l1Keys(rule),
    heights: heightsOfL1Events(rule),
    match: (event) => {
      if (event.type !== "l1Validator" || !isOfSubject(event, rule)) return [];
      const kind = kinds[event.kind];
      if (!wanted.has(kind)) return [];
      const { txID, subnetID, nodeID, validationID, weight, balance, change } = event;
      return [
        {
          kind,
          ...(txID !== undefined && { txID }),
          ...{ balance, subnetID, nodeID, validationID, weight, change },
        },
      ];
    },
  };
}
