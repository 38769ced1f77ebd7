import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCheck } from "../../codegen/check-schema.ts";
import type { Schema } from "../../codegen/model.ts";
import type { Shape, ShapeTable } from "../../codegen/runtime/shape.ts";
import { ShapeChecks } from "../../codegen/runtime/shape-checks.ts";

const id = { type: "string" as const, pattern: "^[a-z]+$" };
const definitions: ShapeTable = { Id: id, Uint64String: { type: "string", pattern: "^[0-9]+$" } };

function check(schema: Schema) {
  const shape = JSON.stringify(toCheck(schema, "")).replaceAll("#/definitions/", "");
  return new ShapeChecks(definitions).checker(JSON.parse(shape) as Shape);
}

const closed = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
});

describe("a result that breaks its schema is reported by field", () => {
  test.each<[string, Schema, unknown, object]>([
    [
      "type",
      closed({ a: { type: "string" } }),
      { a: 5 },
      { field: "a", expected: "string", got: "5" },
    ],
    ["the whole", closed({}), null, { field: "", expected: "object", got: "null" }],
    ["missing", closed({ a: id }, ["a"]), {}, { field: "a", expected: "a value", got: "nothing" }],
    ["surplus", closed({}), { b: 1 }, { field: "b", expected: "no member of this name", got: "1" }],
    [
      "pattern behind a reference",
      closed({ list: { type: "array", items: { $ref: "#/components/schemas/Id" } } }),
      { list: ["a", "B"] },
      { field: "list[1]", expected: "text matching ^[a-z]+$", got: '"B"' },
    ],
    [
      "enum",
      { type: "string", enum: ["hex", "json"] },
      "raw",
      { field: "", expected: '"hex" or "json"' },
    ],
    ["const", { type: "boolean", const: true }, false, { expected: "true", got: "false" }],
    [
      "length",
      { type: "string", minLength: 1, maxLength: 2 },
      "abc",
      { expected: "at most 2 characters" },
    ],
    [
      "doubles",
      { type: "array", items: id, uniqueItems: true },
      ["a", "a"],
      { got: "a list of 2" },
    ],
    ["bound", { type: "number", minimum: 0, maximum: 1 }, 2, { expected: "at most 1" }],
    [
      "kind",
      { type: "integer", "x-integer": "uint32" },
      -1,
      { expected: "a number of type uint32", got: "-1" },
    ],
    [
      "the deepest mistake of a union",
      { oneOf: [closed({ a: closed({ b: id }) }, ["a"]), closed({ c: id }, ["c"])] },
      { a: { b: "B" } },
      { field: "a.b" },
    ],
    [
      "a name with a slash",
      { type: "object", additionalProperties: id },
      { "a/b": 1 },
      { field: "a/b" },
    ],
  ])("%s", (_name, schema, value, issue) => {
    expect(check(schema)(value)).toMatchObject(issue);
  });
});

test("lengths count characters", () => {
  const short = check({ type: "string", maxLength: 2 });
  expect(short("😀😀")).toBeUndefined();
  expect(short("😀😀😀")).toBeDefined();
});

test("64-bit integers are numbers or bigint in their range, narrow ones numbers alone", () => {
  const uint64 = check({ type: "integer", "x-integer": "uint64" });
  const int64 = check({ type: "integer", "x-integer": "int64" });
  const uint16 = check({ type: "integer", "x-integer": "uint16" });
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }), (value) => {
      expect(uint64(value) === undefined).toBe(value >= 0n && value < 2n ** 64n);
      expect(int64(value) === undefined).toBe(value >= -(2n ** 63n) && value < 2n ** 63n);
      expect(uint16(value)).toBeDefined();
    }),
  );
  fc.assert(
    fc.property(fc.double(), (value) => {
      expect(uint64(value) === undefined).toBe(Number.isSafeInteger(value) && value >= 0);
      expect(uint16(value) === undefined).toBe(
        Number.isInteger(value) && value >= 0 && value < 65536,
      );
    }),
  );
});

test("a keyword that nothing would check is rejected", () => {
  expect(() => toCheck({ type: "string", format: "date" }, "toy")).toThrow("keyword format");
});
