import { type FindHeights, mergedHeights } from "../indexed-heights.ts";
import { eachBlock, type MakeMatcher, type Matcher } from "../matcher.ts";
import type { PlainRule, RuleOf } from "../rule.ts";

/** What any of some rules reports, of each event in the order of the rules. */
export function anyOf(
  { rules }: RuleOf<"anyOf">,
  matcherOf: (rule: PlainRule) => Matcher,
): ReturnType<MakeMatcher["anyOf"]> {
  const matchers = rules.map(matcherOf);
  return {
    keys: [...new Set(matchers.flatMap(({ keys }) => keys))],
    heights: heightsOfAll(matchers.map(({ heights }) => heights)),
    mayMatchRow: (row) =>
      matchers.some(
        ({ keys, mayMatchRow }) => keys.includes(eachBlock) && (mayMatchRow?.(row) ?? true),
      ),
    match: (event, at) => matchers.flatMap(({ match }) => match(event, at)),
  };
}

function heightsOfAll(all: readonly (FindHeights | undefined)[]): FindHeights | undefined {
  const finds = all.filter((find) => find !== undefined);
  if (finds.length < all.length || finds.length === 0) return undefined;
  return (source, from, to) => {
    const found = finds.flatMap((find) => find(source, from, to) ?? []);
    return found.length < finds.length ? undefined : mergedHeights(found);
  };
}
