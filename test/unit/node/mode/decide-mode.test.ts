import { describe, expect, it } from "vitest";
import { decideMode, type ModeFacts } from "../../../../src/node/mode/decide-mode.ts";

type Outcome =
  | "dev"
  | "dev, with a warning"
  | "follow peers"
  | "follow upstreams"
  | "offline"
  | RegExp;

const offlineAndSource = /^--offline follows no network/;
const twoSources = /^--upstream follows over HTTP, --bootstrap-ips/;
const noBootstrappers = /are empty: remove them to use the built-in bootstrappers/;
const validatorKey = /key of a validator of the network, which would lose uptime/;

// Every combination: isProduction, offline, bootstrapperCount, upstreamCount, and the outcomes of a node whose ID does
// not and does validate.
const table: readonly (readonly [
  boolean,
  boolean,
  number | undefined,
  number,
  Outcome,
  Outcome,
])[] = [
  [false, false, undefined, 0, "dev", "dev"],
  [false, false, undefined, 1, "follow upstreams", "follow upstreams"],
  [false, false, 0, 0, "dev", "dev"],
  [false, false, 0, 1, "follow upstreams", "follow upstreams"],
  [false, false, 5, 0, "follow peers", "dev, with a warning"],
  [false, false, 5, 1, twoSources, twoSources],
  [false, true, undefined, 0, "offline", "offline"],
  [false, true, undefined, 1, offlineAndSource, offlineAndSource],
  [false, true, 0, 0, "offline", "offline"],
  [false, true, 0, 1, offlineAndSource, offlineAndSource],
  [false, true, 5, 0, offlineAndSource, offlineAndSource],
  [false, true, 5, 1, offlineAndSource, offlineAndSource],
  [true, false, undefined, 0, "follow peers", validatorKey],
  [true, false, undefined, 1, "follow upstreams", "follow upstreams"],
  [true, false, 0, 0, noBootstrappers, noBootstrappers],
  [true, false, 0, 1, "follow upstreams", "follow upstreams"],
  [true, false, 5, 0, "follow peers", validatorKey],
  [true, false, 5, 1, twoSources, twoSources],
  [true, true, undefined, 0, "offline", "offline"],
  [true, true, undefined, 1, offlineAndSource, offlineAndSource],
  [true, true, 0, 0, "offline", "offline"],
  [true, true, 0, 1, offlineAndSource, offlineAndSource],
  [true, true, 5, 0, offlineAndSource, offlineAndSource],
  [true, true, 5, 1, offlineAndSource, offlineAndSource],
];

const cases = table.flatMap(
  ([isProduction, offline, bootstrapperCount, upstreamCount, other, validator]) => {
    const facts = { isProduction, offline, bootstrapperCount, upstreamCount };
    return [
      { facts: { ...facts, isValidator: false }, outcome: other },
      { facts: { ...facts, isValidator: true }, outcome: validator },
    ];
  },
);

function outcomeOf(facts: ModeFacts): string {
  const decision = decideMode(facts);
  if ("refusal" in decision) return decision.refusal;
  if (decision.mode === "follow") return `follow ${decision.over}`;
  if (decision.mode === "dev" && decision.warning !== undefined) return "dev, with a warning";
  return decision.mode;
}

describe("decideMode", () => {
  it("has every combination in its table", () => {
    expect(new Set(cases.map(({ facts }) => JSON.stringify(facts))).size).toBe(2 * 2 * 3 * 2 * 2);
  });

  it.each(cases)("%j", ({ facts, outcome }) => {
    if (outcome instanceof RegExp) expect(outcomeOf(facts)).toMatch(outcome);
    else expect(outcomeOf(facts)).toBe(outcome);
  });
});
