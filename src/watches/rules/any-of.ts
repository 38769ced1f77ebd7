import type { MakeMatcher, Matcher } from "../matcher.ts";
import type { PlainRule, RuleOf } from "../rule.ts";

/** What any of some rules reports, of each event in the order of the rules. */
export function anyOf(
  { rules }: RuleOf<"anyOf">,
  matcherOf: (rule: PlainRule) => Matcher,
): ReturnType<MakeMatcher["anyOf"]> {
  const matchers = rules.map(matcherOf);
  return {
    keys: [...new Set(matchers.flatMap(({ keys }) => keys))],
    match: (event, at) => matchers.flatMap(({ match }) => match(event, at)),
  };
}
