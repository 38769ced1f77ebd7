import fc from "fast-check";
import { expect, test } from "vitest";
import { readSources } from "../../codegen/load/read.ts";
import { buildContract, type Document, type Method, type Profile } from "../../codegen/model.ts";
import type { ProfileName } from "../../src/generated/errors.ts";
import type { Issue } from "../../src/generated/issue.ts";
import { loadProfile } from "../../src/generated/load-profile.ts";
import type { MethodEntry } from "../../src/generated/profile.ts";
import { ajvJudge } from "../support/ajv-judge.ts";
import { broken, type Value } from "../support/broken-value.ts";

// `npm run test:shapes` tries 100,000.
const runs = Number(process.env["COULOIR_BROKEN_VALUES"] ?? 3_000);
const contract = buildContract(readSources(new URL("../..", import.meta.url).pathname));

/** A result that an example has, the server's check of it, and that of ajv. */
type Case = {
  readonly name: string;
  readonly value: Value;
  readonly check: MethodEntry["validateResult"];
  readonly judge: MethodEntry["validateResult"];
};

async function casesOf({ name: profileName, documents }: Profile): Promise<Case[]> {
  const { endpoints } = await loadProfile[profileName as ProfileName]();
  return documents.flatMap((document) => {
    const judgeOf = ajvJudge(document.schemas);
    return document.methods.flatMap((method) => casesOfMethod(document, method, judgeOf));
  });

  function casesOfMethod(
    { api }: Document,
    { name, examples, result }: Method,
    judgeOf: ReturnType<typeof ajvJudge>,
  ): Case[] {
    const judge = judgeOf(result.schema);
    const entry = endpoints[api as keyof typeof endpoints]?.methods[name];
    if (entry === undefined) throw new Error(`${profileName} has no ${name}`);
    return examples.map((example) => ({
      name: `${profileName}: ${name}`,
      value: example.result as Value,
      check: entry.validateResult,
      judge,
    }));
  }
}

const cases = (await Promise.all(contract.profiles.map(casesOf))).flat();

test("every example is valid for the server as for ajv", () => {
  expect(cases.length).toBeGreaterThan(200);
  for (const { name, value, check, judge } of cases) {
    expect([name, check(value), judge(value)]).toEqual([name, undefined, undefined]);
  }
});

test("the server and ajv find the same mistake in broken results", () => {
  const seen = { valid: 0, invalid: 0 };
  const values = fc
    .constantFrom(...cases)
    .chain((each) => broken(each.value).map((value) => ({ ...each, value })));
  fc.assert(
    fc.property(values, ({ name, value, check, judge }) => {
      const issue = check(value);
      seen[issue === undefined ? "valid" : "invalid"]++;
      expect([name, placeOf(issue)]).toEqual([name, placeOf(judge(value))]);
    }),
    { numRuns: runs },
  );
  expect(seen.invalid).toBeGreaterThan(runs / 2);
  console.log(`${seen.invalid} invalid results, ${seen.valid} valid ones`);
});

/** Ajv shows the object instead of a name in it that is invalid. */
function placeOf(issue: Issue | undefined) {
  return issue && { field: issue.field, expected: issue.expected };
}
