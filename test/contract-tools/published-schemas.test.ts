import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { foreignModel } from "../../codegen/foreign/client-model.ts";
import { lintFiles } from "../../codegen/foreign/lint.ts";
import { readFiles } from "../../codegen/foreign/read.ts";

const folder = mkdtempSync(join(tmpdir(), "published-schemas-"));
afterAll(() => rmSync(folder, { recursive: true }));

const info = { title: "Discovered", version: "1.0.0" };
const discovered = { openrpc: "1.2.6", info, methods: [] };

async function read(schema: object, value: unknown) {
  const path = join(folder, "api.json");
  const result = { name: "value", schema };
  const examples = [{ name: "one", params: [], result: { name: "value", value } }];
  const methods = [{ name: "rpc.discover", params: [], result, examples }];
  writeFileSync(path, JSON.stringify({ ...discovered, methods }));
  return lintFiles(await readFiles(path));
}

test.each([
  ["https://meta.open-rpc.org", discovered, { openrpc: "1.2.6", info }],
  [
    "https://raw.githubusercontent.com/open-rpc/meta-schema/master/schema.json",
    discovered,
    { openrpc: "1.2.6", info },
  ],
  ["https://meta.json-schema.tools", { type: "string" }, "string"],
  ["http://json-schema.org/draft-07/schema#", false, 1],
  ["https://json-schema.org/draft/2020-12/schema", true, null],
])("%s is known without a network", async ($ref, valid, invalid) => {
  const { document, findings } = await read({ $ref }, valid);
  expect(findings).toEqual([]);
  expect(foreignModel(document).widenings).toEqual([]);
  const refused = await read({ $ref }, invalid);
  expect(refused.findings).toEqual([expect.objectContaining({ rule: "valid-examples" })]);
});
