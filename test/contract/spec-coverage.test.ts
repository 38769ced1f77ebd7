import { expect, it } from "vitest";
import { isCurrent, isUnitOnly, readSpecCoverage } from "../../scripts/spec-coverage.ts";

it("proves every rule of the specification, by marks that name rules", () => {
  const { problems, tests } = readSpecCoverage();
  expect(problems).toEqual([]);
  expect(new Set([...tests.keys()].map(({ key }) => key)).size).toBe(tests.size);
  for (const { key, section } of tests.keys())
    expect(key.startsWith(`${section}.`), key).toBe(true);
});

it("marks rules that only unit tests prove", () => {
  expect(isUnitOnly(["test/unit/a.test.ts"])).toBe(true);
  expect(isUnitOnly(["test/unit/a.test.ts", "test/e2e/b.test.ts"])).toBe(false);
  const { tests, document } = readSpecCoverage();
  for (const [{ key }, proofs] of tests) {
    const row = document.split("\n").find((line) => line.startsWith(`| ${key} |`));
    expect(row?.includes("**Unit tests only.**"), key).toBe(isUnitOnly(proofs));
  }
});

it("says so in docs/spec-coverage.md", () => {
  const hint = "run npx tsx scripts/spec-coverage.ts";
  expect(isCurrent(readSpecCoverage()), hint).toBe(true);
});
