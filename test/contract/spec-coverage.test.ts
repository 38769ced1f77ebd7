import { expect, it } from "vitest";
import { isCurrent, readSpecCoverage } from "../../scripts/spec-coverage.ts";

it("proves every rule of the specification, by marks that name rules", () => {
  const { problems, tests } = readSpecCoverage();
  expect(problems).toEqual([]);
  expect(new Set([...tests.keys()].map(({ key }) => key)).size).toBe(tests.size);
  for (const { key, section } of tests.keys())
    expect(key.startsWith(`${section}.`), key).toBe(true);
});

it("says so in docs/spec-coverage.md", () => {
  const hint = "run npx tsx scripts/spec-coverage.ts";
  expect(isCurrent(readSpecCoverage()), hint).toBe(true);
});
