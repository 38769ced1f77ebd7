import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { clientPackage } from "../../codegen/foreign/clients.ts";
import { serverPackage } from "../../codegen/foreign/server/package.ts";
import { type Json, type JsonObject, parseJson } from "../../codegen/load/json.ts";
import { mockCalls } from "./calls.ts";
import { readDocument } from "./harness.ts";
import { checkServer, writeServer } from "./server-check.ts";

const documents = fileURLToPath(new URL("documents/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "contract-server-"));

afterAll(() => rmSync(folder, { recursive: true }));

// The servers of all documents: npm run test:contract -- --only server test/contract-tools/documents
test.each(["ledger.json"])(
  "the server of %s compiles, declares what is not implemented, and returns exact results",
  async (name) => {
    const document = await readDocument(join(documents, name));
    const problems = await checkServer(document, join(folder, name), mockCalls(document));
    expect(problems).toEqual([]);
  },
  60_000,
);

test("unions with integers of 64 bits in one form only are typed, and exact in params and results", async () => {
  const big = 2n ** 63n - 1n;
  const wide = { type: "integer", format: "int64" };
  const member = (name: string, schema: Json) => ({
    type: "object",
    required: [name],
    properties: { [name]: schema },
  });
  const small = { type: "integer", minimum: 0, maximum: 9 };
  const schema = {
    oneOf: [wide, { type: "string" }, member("height", wide), member("slot", small)],
  };
  const blocks: JsonObject = {
    ...document(),
    methods: [
      {
        name: "get",
        params: [{ name: "block", required: true, schema }],
        result: { name: "result", schema },
      },
    ],
  };
  const values: Json[] = [big, "latest", { height: big }, { slot: 7 }];
  const calls = values.map((value) => ({ method: "get", params: { block: value }, result: value }));
  expect(await checkServer(blocks, join(folder, "blocks"), calls)).toEqual([]);
  const { files, widenings } = clientPackage(blocks, "typescript", "blocks");
  expect(widenings).toEqual([]);
  const types = files.map(({ text }) => text).join("\n");
  expect(types).toMatch(/height: bigint/);
}, 60_000);

const document = (...names: readonly string[]): JsonObject => ({
  openrpc: "1.3.2",
  info: { title: "Two names", version: "1.0.0" },
  methods: names.map((name) => ({
    name,
    params: [],
    result: { name: "result", schema: { type: "string" } },
  })),
  components: { schemas: {} },
});

test("a handler keeps its file and its text when a method with a similar name is added", () => {
  const path = join(folder, "kept");
  writeServer(document("a_b"), path);
  const handler = join(path, "src/handlers/a-b.ts");
  const own = `${readFileSync(handler, "utf8")}// mine\n`;
  writeFileSync(handler, own);
  writeFileSync(join(path, "package.json"), "{}");
  writeServer(document("a/b", "a_b"), path);
  expect(readFileSync(handler, "utf8")).toBe(own);
  expect(readFileSync(join(path, "package.json"), "utf8")).toBe("{}");
  expect(readFileSync(join(path, "src/handlers/a-b-2.ts"), "utf8")).toContain('Handler<"a/b">');
  const table = readFileSync(join(path, "src/generated/handlers.ts"), "utf8");
  expect(table).toContain('import { handler as handler1 } from "../handlers/a-b.ts";');
  expect(table).toContain("a_b: handler1");
});

test("a handler whose method is gone is reported", () => {
  const text = 'export const handler: Handler<"old"> = () => "x";';
  const { unused } = serverPackage(document("new"), new Map([["old.ts", text]]));
  expect(unused).toEqual(["old.ts"]);
});

test("a method that is not implemented returns the document's own error", () => {
  const own = document("get");
  const methods = (own["methods"] as readonly JsonObject[]).map((method) => ({
    ...method,
    errors: [{ code: 17, message: "Not implemented yet" }],
  }));
  const { generated } = serverPackage({ ...own, methods }, new Map());
  const text = generated.find(({ path }) => path.endsWith("not-implemented.ts"))?.text;
  expect(text).toContain('{ code: 17, message: "Not implemented yet" }');
});

test("an invalid schema is an error that names its place", () => {
  const wrong = parseJson(
    JSON.stringify(document("get")).replace('"string"', '"text"'),
  ) as JsonObject;
  expect(() => serverPackage(wrong, new Map())).toThrow(
    "#/methods/0/result/schema: schema is invalid",
  );
});
