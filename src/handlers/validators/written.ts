import { type WrittenText, writtenWithList } from "../../formats/written-json.ts";
import type { L1Validator } from "../../pchain/state/l1-validator.ts";
import type { HandlerContext } from "../context.ts";
import type { ViewCache } from "../views/view-cache.ts";
import type { CurrentValidatorEntry, StakingEntry } from "./current.ts";
import { l1ValidatorView } from "./l1.ts";

type Context = Pick<HandlerContext, "chain" | "state" | "views">;

/** Writes a validator with stake. */
export type StakingWriter = (entry: StakingEntry, views: ViewCache) => string;

/** What a validator's text was written from, besides what its transaction fixes. */
type LastText = { changing: Changing | undefined; text: string };

type Changing = Pick<
  StakingEntry,
  "presence" | "accruedDelegateeReward" | "delegatorCount" | "delegatorWeight" | "delegators"
>;

/**
 * Writes validators with stake in a form of a profile. While nothing has changed, a validator has the text of before: in
 * an answer with many of them, or of the next block, most are unchanged.
 */
export function stakingWriter(form: (entry: StakingEntry) => object): StakingWriter {
  // A function of its own for each form, so that forms do not share texts.
  const newLastText = (): LastText => ({ changing: undefined, text: "" });
  return (entry, views) => {
    const { renewal, delegators } = entry;
    if (renewal !== undefined || (delegators !== undefined && delegators.length > 0)) {
      return JSON.stringify(form(entry));
    }
    const last = views.memo(newLastText, entry.staker, undefined);
    if (last.changing === undefined || !isSame(last.changing, entry)) {
      last.text = JSON.stringify(form(entry));
      last.changing = entry;
    }
    return last.text;
  };
}

function isSame(one: Changing, other: Changing): boolean {
  return (
    one.presence?.uptime === other.presence?.uptime &&
    one.presence?.connected === other.presence?.connected &&
    one.accruedDelegateeReward === other.accruedDelegateeReward &&
    one.delegatorCount === other.delegatorCount &&
    one.delegatorWeight === other.delegatorWeight &&
    (one.delegators === undefined) === (other.delegators === undefined)
  );
}

/** The result of getCurrentValidators: stakers, then L1 validators. */
export function writtenValidators(
  entries: readonly CurrentValidatorEntry[],
  write: (entry: CurrentValidatorEntry) => string,
  l1: readonly L1Validator[],
  context: Context,
): WrittenText {
  const items = entries.map(write);
  for (const each of l1) items.push(JSON.stringify(l1ValidatorView(each, context)));
  return writtenWithList({}, { name: "validators", items: items.join(",") });
}
