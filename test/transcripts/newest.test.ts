import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Captures } from "../support/matches.ts";
import { responseDifference, send } from "../support/send-exchange.ts";
import { type StartedNode, startNode } from "../support/start-node.ts";
import { type PlacedTranscript, readTranscripts } from "../support/transcripts.ts";

/*
 * The transcripts state the rules and the hardfork under which they were recorded, those of v1.12.1. Those that need only a
 * new local network are repeated here under today's default, Helicon and the newest rules.
 */
const differing = JSON.parse(
  readFileSync(new URL("newest.json", import.meta.url), "utf8"),
) as Readonly<Record<string, string>>;

const today = { rules: "newest", hardfork: "helicon" };
const allowed = new Set(["node", "api-profile"]);
const plain = readTranscripts().filter(({ options }) =>
  Object.keys(options).every((name) => allowed.has(name)),
);
const profiles = ["spec", "avalanchego"] as const;
const found = new Map<string, string>();

describe.each(profiles)("a new local network of today, profile %s", (profile) => {
  const ofProfile = plain.filter(
    ({ options }) =>
      (options["api-profile"] ?? "spec") === profile && options["node"] === undefined,
  );
  let node: StartedNode;

  beforeAll(async () => {
    node = await startNode({ "api-profile": profile, ...today });
  });
  afterAll(() => node?.stop());

  it.each(ofProfile.map((transcript) => [transcript.name, transcript] as const))(
    "%s",
    async (name, transcript) => {
      const difference = await firstDifference(node.url, transcript);
      if (difference !== undefined) found.set(name, difference);
      if (!(name in differing)) expect(difference).toBeUndefined();
    },
  );
});

it("every transcript that is listed in newest.json differs", () => {
  expect([...found.keys()].sort()).toEqual(Object.keys(differing).sort());
});

async function firstDifference(url: string, { exchanges }: PlacedTranscript) {
  const captures: Captures = new Map();
  for (const exchange of exchanges) {
    const response = await send(url, exchange, captures);
    const difference = responseDifference(response, exchange.expected, captures);
    if (difference !== undefined) return `${exchange.body}: ${difference}`;
  }
  return undefined;
}
