import { expect, it } from "vitest";
import { idForms } from "../../codegen/foreign/server/runtime/subscriptions.ts";
import { idFormOf } from "../../codegen/foreign/subscriptions/id-forms.ts";
import { Validators } from "../../codegen/foreign/validators.ts";
import type { Json } from "../../codegen/load/json.ts";

const document = { openrpc: "1.3.2", info: { title: "IDs", version: "1" }, methods: [] };

function formOf(schema: Json) {
  const method = { name: "subscribe", result: { name: "id", schema } };
  const subscription = { method } as unknown as Parameters<typeof idFormOf>[0];
  return idFormOf(subscription, new Validators(document));
}

const text = (pattern: string) => ({ type: "string", pattern });

it.each([
  [{ type: "integer" }, "number", 26],
  [text("^0x([1-9a-f][0-9a-f]*|0)$"), "hex", "0x1a"],
  [text("^[0-9]+$"), "text", "26"],
  [text("^0x[0-9a-f]{32}$"), "bytes", `0x${"0".repeat(30)}1a`],
  [text("^0x[0-9a-f]{64}$"), "hash", `0x${"0".repeat(62)}1a`],
  [
    text("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"),
    "uuid",
    "00000000-0000-4000-8000-00000000001a",
  ],
] as const)("writes the ID of a subscription as %j allows", (schema, form, id) => {
  expect(formOf(schema)).toBe(form);
  expect(idForms[form](26)).toBe(id);
});

it("has no form for other IDs", () => {
  expect(formOf({ type: "boolean" })).toBeUndefined();
});
