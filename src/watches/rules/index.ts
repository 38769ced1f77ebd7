import type { MakeMatcher, Matcher } from "../matcher.ts";
import type { WatchRule } from "../rule.ts";
import { addressActivity } from "./address-activity.ts";
import { addressReward } from "./address-reward.ts";
import { observed } from "./observed.ts";

const make = {
  addressActivity,
  addressBalance: observed,
  addressReward,
  staking: observed,
  stakingEnd: observed,
  uptime: observed,
  offline: observed,
  version: observed,
  l1Validator: observed,
  l1Balance: observed,
  subnetValidators: observed,
  inactiveWeight: observed,
  upgrade: observed,
  halt: observed,
  gasPrice: observed,
} satisfies MakeMatcher;

/** The matcher of a rule. */
export function matcherOf<Rule extends WatchRule>(rule: Rule): Matcher {
  const makeOne = make[rule.kind] as (rule: Rule) => Matcher;
  return makeOne(rule);
}
