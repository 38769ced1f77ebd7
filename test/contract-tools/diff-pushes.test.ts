import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { reportChanges } from "../../codegen/diff/main.ts";
import { comparedVersion } from "../../codegen/foreign/subscriptions/compared.ts";
import { formatJson, type JsonObject, parseJson } from "../../codegen/load/json.ts";
import { readDocument } from "./harness.ts";

const pulse = await readDocument(fileURLToPath(new URL("documents/pulse.json", import.meta.url)));

/** A change of what the server pushes, as texts before and after, and the findings. */
const cases: readonly (readonly [string, old: string, now: string, ...found: string[]])[] = [
  [
    "a new param of a notification",
    '"name":"chain_subscriptionReorg","params":[',
    '"name":"chain_subscriptionReorg","params":[{"name":"at","required":true,"schema":{}},',
    "breaking chain_subscriptionReorg params: come as at, subscription_id, result",
    "compatible chain_subscriptionReorg params.at: is new and required",
  ],
  [
    "a wider bound of what is pushed",
    '"maximum":1000',
    '"maximum":2000',
    "breaking chain_subscriptionReorg params.result.depth: maximum was 1000, is 2000",
  ],
  [
    "a narrower bound of what is pushed",
    '"maximum":1000',
    '"maximum":500',
    "compatible chain_subscriptionReorg params.result.depth: maximum was 1000, is 500",
  ],
  [
    "a member that a stream may leave out",
    '"required":["topic"]',
    '"required":[]',
    "breaking pulse_subscription logs params.result.topic: was required, is optional",
  ],
  [
    "another type of a stream",
    '{"kind":"syncing"},"params":[],"schema":{"type":"boolean"}',
    '{"kind":"syncing"},"params":[],"schema":{"type":"integer"}',
    "breaking pulse_subscription syncing params.result: now allows integer",
    "compatible pulse_subscription syncing params.result: no longer allows boolean",
  ],
];

test.each(cases)("diff judges %s as a client that reads it", (_name, old, now, ...found) => {
  const before = formatJson(pulse, 0);
  expect(before).toContain(old);
  const after = parseJson(before.replace(old, now)) as JsonObject;
  expect(changes(pulse, after)).toEqual(found);
  expect(changes(pulse, pulse)).toEqual([]);
});

function changes(old: JsonObject, now: JsonObject): string[] {
  let printed = "";
  reportChanges(comparedVersion(old), comparedVersion(now), true, (text) => {
    printed += text;
  });
  type Listed = readonly { readonly where: string; readonly text: string }[];
  return Object.entries(JSON.parse(printed) as Record<string, Listed>).flatMap(
    ([severity, listed]) => listed.map(({ where, text }) => `${severity} ${where}: ${text}`),
  );
}
