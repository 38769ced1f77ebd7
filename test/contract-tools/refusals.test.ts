import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type JsonObject, parseJson } from "../../codegen/load/json.ts";
import { withMock } from "./harness.ts";
import { writeServer } from "./server-check.ts";

const folder = mkdtempSync(join(tmpdir(), "contract-refusals-"));

afterAll(() => rmSync(folder, { recursive: true }));

const text: JsonObject = { type: "string", minLength: 1 };
const params = [
  { name: "a", required: true, schema: text },
  { name: "b", schema: { type: "integer" } },
];
const result = { name: "value", schema: { type: "string" } };
const document: JsonObject = {
  openrpc: "1.3.2",
  info: { title: "Refusals", version: "1.0.0" },
  methods: [
    { name: "either", params, result },
    { name: "named", paramStructure: "by-name", params, result },
    { name: "listed", paramStructure: "by-position", params, result },
  ],
  components: { schemas: {} },
};

const call = (method: string, given?: unknown, more: object = {}) =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 7,
    method,
    ...(given !== undefined && { params: given }),
    ...more,
  });

const refused: readonly string[] = [
  "{",
  "[]",
  "1",
  "[1, null]",
  "{}",
  call("gone", ["x"]),
  call("either", ["x"], { jsonrpc: "1.0" }),
  call("either", ["x"], { method: 5 }),
  call("either", ["x"], { id: {} }),
  call("either", ["x"], { id: true }),
  call("either", "x"),
  JSON.stringify({ jsonrpc: "2.0", id: 7, method: "either", params: null }),
  ...["either", "named", "listed"].flatMap((method) => [
    call(method),
    call(method, []),
    call(method, {}),
    call(method, [5]),
    call(method, { a: "" }),
    call(method, { a: null }),
    call(method, ["x", "y"]),
    call(method, ["x", 1, 2]),
    call(method, { a: "x", c: 1 }),
    call(method, { a: "x", b: 1.5 }),
  ]),
  call("named", ["x"]),
  call("listed", { a: "x" }),
  call("either", [5], { id: "text" }),
  call("either", [5], { id: null }),
  `[${call("gone")},${call("named", ["x"], { id: 8 })}]`,
];

/** The response without the data of errors, which each words for itself. */
function comparable(response: string | undefined): unknown {
  if (response === undefined || response === "") return undefined;
  return JSON.parse(response, (key, value) => (key === "data" ? undefined : value));
}

test("the mock and the generated server refuse the same requests with the same ID, code and message", async () => {
  writeServer(document, folder);
  const generated = join(folder, "src/generated");
  const { createService } = await import(join(generated, "runtime/service.ts"));
  const { methods } = await import(join(generated, "methods.ts"));
  const service = createService(
    methods,
    () => "{}",
    () => {},
  );
  await withMock(document, async (url) => {
    for (const body of refused) {
      const response = await fetch(url, { method: "POST", body });
      const mocked = comparable(await response.text());
      expect([body, mocked]).toEqual([body, comparable(await service.answer(body, {}))]);
      expect(JSON.stringify(mocked)).toContain('"error"');
    }
    const accepted = await fetch(url, { method: "POST", body: call("named", { a: "x" }) });
    expect(parseJson(await accepted.text())).toMatchObject({ id: 7, result: expect.any(String) });
  });
});
