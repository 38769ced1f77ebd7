import { expect, test } from "vitest";
import { rules } from "../src/generated/rules.ts";
import { checkParams } from "../src/param-check.ts";
import { problemText } from "../src/problem.ts";

function said(method: string, params: unknown): string | undefined {
  const problem = checkParams(rules, method, params);
  return problem && problemText(problem);
}

const id = "11111111111111111111111111111111LpoYY";

test("valid params have no problem", () => {
  expect(said("platform.getTx", { txID: id, encoding: "HEX" })).toBeUndefined();
  expect(said("platform.getValidatorsAt", { height: "proposed" })).toBeUndefined();
  expect(said("platform.getValidatorsAt", { height: 2n ** 64n - 1n })).toBeUndefined();
  expect(said("platform.issueTx", { tx: "0x00112233" })).toBeUndefined();
  expect(said("platform.getHeight", undefined)).toBeUndefined();
});

test.each([
  ["platform.getTx", {}, "txID: expected a cb58 ID of 32 bytes, got nothing"],
  ["platform.getTx", { txID: 5 }, "txID: expected a cb58 ID of 32 bytes, got 5"],
  [
    "platform.getTx",
    { txID: id, encoding: "cb58" },
    'encoding: expected "hex" or "json", got "cb58"',
  ],
  [
    "platform.getValidatorsAt",
    { height: 2n ** 64n },
    'height: expected an integer from 0 to 18446744073709551615, as a number or decimal text or "proposed", got 18446744073709551616',
  ],
  [
    "platform.getBalance",
    { addresses: [1] },
    "addresses[0]: expected text of at most 1024 characters, got 1",
  ],
  [
    "platform.getCurrentValidators",
    { filter: { connected: "yes" } },
    'filter.connected: expected true or false, got "yes"',
  ],
  // Amounts are integers of a client, and decimal text on the wire.
  [
    "watch.create",
    { name: "a", rule: { kind: "addressBalance", below: 5n, nodeID: "plain" } },
    'rule.nodeID: expected a node ID: NodeID- followed by the cb58 encoding of 20 bytes, got "plain"',
  ],
])("%s %#", (method, params, expected) => {
  expect(said(method, params)).toBe(expected);
});
