import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readSources } from "../../codegen/load/read.ts";
import { main } from "../../codegen/main.ts";
import { buildContract } from "../../codegen/model.ts";
import type { ProfileName } from "../../src/generated/errors.ts";
import { loadProfile } from "../../src/generated/load-profile.ts";
import type { MethodEntry } from "../../src/generated/profile.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

test("the generated files of this repository are current", async () => {
  expect(await main(["--check"], root)).toBe(0);
});

const { profiles } = buildContract(readSources(root));

describe.each(profiles)("in profile $name", ({ name, documents }) => {
  const cases = documents.flatMap(({ api, methods }) =>
    methods.map((method) => ({ api, method, name: method.name })),
  );

  test.each(cases)(
    "the examples of $name at $api pass its reader and its check",
    async ({ api, method }) => {
      const { endpoints } = await loadProfile[name as ProfileName]();
      const table: Readonly<Record<string, MethodEntry>> =
        endpoints[api as keyof typeof endpoints]!.methods;
      const entry = table[method.name]!;
      for (const example of method.examples) {
        expect(entry.params.read(example.params)).toMatchObject({ ok: true });
        expect(entry.validateResult(example.result)).toBeUndefined();
        const surplus = { ...Object(example.result), surplus: 1 };
        if (method.name !== "rpc.discover") expect(entry.validateResult(surplus)).toBeDefined();
        expect(entry.validateResult(null)).toMatchObject({ field: "" });
      }
    },
  );
});
