import type { MakeMatcher, Matcher } from "../matcher.ts";
import type { WatchRule } from "../rule.ts";
import { addressActivity } from "./address-activity.ts";
import { addressBalance } from "./address-balance.ts";
import { addressReward } from "./address-reward.ts";
import { anyOf } from "./any-of.ts";
import { gasPrice } from "./gas-price.ts";
import { inactiveWeight } from "./inactive-weight.ts";
import { l1Balance } from "./l1-balance.ts";
import { l1Validator } from "./l1-validator.ts";
import { observed } from "./observed.ts";
import { staking } from "./staking.ts";
import { stakingEnd } from "./staking-end.ts";
import { subnetValidators } from "./subnet-validators.ts";

const make = {
  addressActivity,
  addressBalance,
  addressReward,
  staking,
  stakingEnd,
  uptime: observed,
  offline: observed,
  version: observed,
  l1Validator,
  l1Balance,
  subnetValidators,
  inactiveWeight,
  upgrade: observed,
  halt: observed,
  gasPrice,
  anyOf: (rule) => anyOf(rule, matcherOf),
} satisfies MakeMatcher;

/** The matcher of a rule. */
export function matcherOf<Rule extends WatchRule>(rule: Rule): Matcher {
  const makeOne = make[rule.kind] as (rule: Rule) => Matcher;
  return makeOne(rule);
}
