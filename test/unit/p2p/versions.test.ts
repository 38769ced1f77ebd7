import { expect, test } from "vitest";
import { compatibility, isCompatible, type UpgradeName } from "../../../src/p2p/versions.ts";

const client = (text: string) => {
  const [major, minor, patch] = text.split(".").map(Number);
  return { name: "avalanchego", major: major!, minor: minor!, patch: patch! };
};

test.each<[UpgradeName, string, string, string]>([
  ["etna", "1.12.1", "1.11.0", "1.12.0"],
  ["granite", "1.14.2", "1.13.0", "1.14.0"],
  ["helicon", "1.15.0", "1.14.0", "1.15.0"],
])("the minimum rises with %s", (upgrade, claimed, before, from) => {
  const rules = compatibility(upgrade, 1_000n, client(claimed));
  const below = client(from);
  const older = { ...below, minor: below.minor - 1, patch: 99 };
  expect(isCompatible(rules, client(before), 999n)).toBe(true);
  expect(isCompatible(rules, older, 1_000n)).toBe(false);
  expect(isCompatible(rules, client(from), 1_000n)).toBe(true);
  expect(isCompatible(rules, client("1.99.0"), 1_000n)).toBe(true);
  expect(isCompatible(rules, client("2.0.0"), 999n)).toBe(false);
});
