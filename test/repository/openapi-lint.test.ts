import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../../openapi/", import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith(".json"));

/** What Redocly's strictest rules find: each with its rule. */
async function findings(name: string, source: string): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source, absoluteRef: folder + name, config });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

test.each(names)("Redocly finds nothing in openapi/%s", async (name) => {
  expect(await findings(name, readFileSync(folder + name, "utf8"))).toEqual([]);
});

test("Redocly finds a reference that leads nowhere, and an example that breaks its schema", async () => {
  const source = readFileSync(`${folder}data.json`, "utf8");
  const dangling = source.replace("#/components/schemas/BlockPage", "#/components/schemas/None");
  expect(await findings("data.json", dangling)).toContainEqual(
    expect.stringMatching(/^no-unresolved-refs/),
  );
  const wrong = source.replace('"blockNumber": "43"', '"blockNumber": 43');
  expect(await findings("data.json", wrong)).toContainEqual(
    expect.stringMatching(/^no-invalid-(media-type|schema)-examples/),
  );
});
