import type { L1Record } from "../../store/ledger/queries/ledger-queries.ts";
import { type Matcher, subnetKey } from "../matcher.ts";
import type { RuleOf } from "../rule.ts";
import { l1RecordsAt } from "./l1-subject.ts";

/** Parts of a percent that a share is computed with. */
const scale = 10_000n;

/** An inactive share of an L1's weight above a limit: by the first block after which that is so. */
export function inactiveWeight(rule: RuleOf<"inactiveWeight">): Matcher {
  const { subnetID, percent } = rule;
  const limit = BigInt(Math.round(percent * Number(scale)));
  return {
    keys: [subnetKey(subnetID)],
    match: (event, at) => {
      const { reading } = at;
      // The first event of the L1 stands for all of the block.
      const first = reading.events.find(
        (each) => each.type === "l1Validator" && each.subnetID === subnetID,
      );
      if (event.type !== "l1Validator" || event !== first) return [];
      const height = Number(reading.height);
      const share = shareOf(l1RecordsAt(height, { subnetID }, at));
      if (share <= limit) return [];
      if (height > 0 && shareOf(l1RecordsAt(height - 1, { subnetID }, at)) > limit) return [];
      return [
        { kind: "inactiveWeightAbove", subnetID, limit: String(percent), share: text(share) },
      ];
    },
  };
}

/** In parts of a percent. */
function shareOf(records: readonly L1Record[]): bigint {
  let inactive = 0n;
  let all = 0n;
  for (const { last } of records) {
    all += last.weight;
    if (last.end_accumulated_fee === 0n) inactive += last.weight;
  }
  return all === 0n ? 0n : (inactive * 100n * scale) / all;
}

function text(share: bigint): string {
  const fraction = String(share % scale)
    .padStart(4, "0")
    .replace(/0+$/, "");
  return `${share / scale}${fraction === "" ? "" : `.${fraction}`}`;
}
