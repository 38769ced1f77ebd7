import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { lintSources, rules } from "../../codegen/lint/lint.ts";
import { parseJson } from "../../codegen/load/json.ts";
import { type Change, toyContract } from "./contract.ts";

type Case = {
  readonly name: string;
  readonly change: readonly Change[];
  readonly where: string;
  readonly text: string;
};

const folder = new URL("fixtures/lint/", import.meta.url);

test("a contract without faults has no findings", async () => {
  expect(lintSources(toyContract())).toEqual([]);
});

const names = readdirSync(folder).map((file) => file.replace(".json", ""));

test("every rule has a failing document, and three of those of any document", () => {
  const ofAnyDocument = ["meta-schema", "valid-examples", "valid-links"];
  expect(names.sort()).toEqual([...ofAnyDocument, ...rules.map((rule) => rule.name)].sort());
});

describe.each(names)("%s", (name) => {
  const text = readFileSync(new URL(`${name}.json`, folder), "utf8");
  test.each(parseJson(text) as unknown as readonly Case[])("finds $name", async (bad) => {
    const findings = lintSources(toyContract(bad.change));
    expect(findings).toContainEqual({
      rule: name,
      where: expect.stringContaining(bad.where),
      text: expect.stringContaining(bad.text),
    });
  });
});
