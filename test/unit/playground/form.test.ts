import { expect, test } from "vitest";
import { contractOf } from "../../../playground/contract/contract.ts";
import type { Schema } from "../../../playground/contract/packed.ts";
import { fieldsOf, type Input, inputOf, type TextInput } from "../../../playground/form/field.ts";
import { fits, remark, valueOfText } from "../../../playground/form/value.ts";
import { isObject, type Json, parseJson } from "../../../playground/json/parse.ts";
import { paramsIn, requestText } from "../../../playground/request/request.ts";
import { packedContract } from "../../../scripts/build-site.ts";

const packed = await packedContract();
const contracts = ["spec", "avalanchego"].map((profile) => contractOf(packed, profile));
const [spec] = contracts as [(typeof contracts)[0]];

const fieldsFor = (name: string) => fieldsOf(spec.methods.get(name)!.params, spec.schemas);
const input = (schema: Schema): Input => inputOf(schema, spec.schemas);

test("every method's form shows each of its examples", () => {
  for (const { methods, schemas } of contracts) {
    for (const { name, params, examples } of methods.values()) {
      const fields = fieldsOf(params, schemas);
      for (const example of examples) {
        const value = parseJson(example.params);
        expect([name, example.name, fits(value, { kind: "object", fields })]).toEqual([
          name,
          example.name,
          true,
        ]);
      }
    }
  }
});

test("no param is left to be written as JSON", () => {
  for (const { methods, schemas } of contracts) {
    for (const { name, params } of methods.values()) {
      const kinds = fieldsOf(params, schemas).map((field) => field.input.kind);
      expect([name, kinds.includes("json")]).toEqual([name, false]);
    }
  }
});

test("fields say what they need and what stands for nothing", () => {
  expect(
    fieldsFor("platform.getUTXOs").map(({ name, required, fallback }) => [
      name,
      required,
      fallback,
    ]),
  ).toEqual([
    ["addresses", true, undefined],
    ["limit", false, 1024],
    ["startIndex", false, undefined],
    ["sourceChain", false, "P"],
    ["encoding", false, "hex"],
  ]);
});

test("schemas become inputs", () => {
  expect(input({ type: "boolean" })).toEqual({ kind: "boolean" });
  expect(input({ enum: ["a", 1] })).toEqual({ kind: "choice", values: ["a", 1] });
  expect(input({ type: "array", items: { type: "boolean" }, maxItems: 3 })).toEqual({
    kind: "list",
    item: { kind: "boolean" },
    itemsMax: 3,
  });
  expect(input({ type: "string", "x-secret": true })).toMatchObject({ kind: "text", secret: true });
  expect(input({ type: "object", additionalProperties: { type: "boolean" } })).toEqual({
    kind: "map",
    value: { kind: "boolean" },
  });
  expect(input({})).toEqual({ kind: "json" });
});

test("a height is one input that offers its word, other unions are a choice of forms", () => {
  const [height] = fieldsFor("platform.getValidatorsAt");
  expect(height!.input).toMatchObject({
    kind: "text",
    suggestions: ["proposed"],
    expected: "uint64 or proposed",
    number: { asText: true },
  });
  const [validationID] = fieldsFor("platform.getL1Validator");
  expect(validationID!.input).toMatchObject({
    kind: "union",
    forms: [{ label: "Id" }, { label: "a list" }],
  });
});

const number: TextInput = {
  kind: "text",
  secret: false,
  pattern: "^-?[0-9]+$",
  expected: "uint64",
  suggestions: [],
  number: { asText: true },
  multiline: false,
};

test.each<[string, Json | undefined]>([
  ["", undefined],
  ["0", 0],
  ["9007199254740991", 9007199254740991],
  // Beyond a double most servers read only the text exactly.
  ["9007199254740993", "9007199254740993"],
  ["18446744073709551615", "18446744073709551615"],
  ["007", "007"],
  ["proposed", "proposed"],
])("the text %j of an integer is sent as %j", (text, value) => {
  expect(valueOfText(text, number)).toBe(value);
});

test("an integer whose schema does not allow text is sent with all its digits", () => {
  expect(valueOfText("18446744073709551615", { ...number, number: { asText: false } })).toBe(
    18446744073709551615n,
  );
});

test("digits in a text stay text", () => {
  expect(valueOfText("42", { ...number, number: undefined })).toBe("42");
});

test("a form that looks wrong is remarked on", () => {
  const [blockID] = fieldsFor("platform.getBlock");
  const text = blockID!.input as TextInput;
  expect(remark("nonsense", text)).toBe("Expected a cb58 ID of 32 bytes.");
  expect(remark("2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr", text)).toBeUndefined();
  expect(remark("", text)).toBeUndefined();
});

test("every pattern of the documents works in a browser's form", () => {
  const patterns: string[] = [];
  const visit = (value: Json): void => {
    if (Array.isArray(value)) for (const item of value) visit(item as Json);
    if (!isObject(value)) return;
    if (typeof value["pattern"] === "string") patterns.push(value["pattern"]);
    for (const member of Object.values(value)) visit(member);
  };
  for (const schema of spec.schemas.values()) visit(schema);
  expect(patterns.length).toBeGreaterThan(10);
  for (const pattern of patterns) expect(() => new RegExp(pattern, "u")).not.toThrow();
});

test("a request's text is read back", () => {
  const params = { height: 18446744073709551615n, list: ["a"] };
  const text = requestText("platform.getBlockByHeight", params);
  expect(paramsIn(text, "platform.getBlockByHeight")).toEqual(params);
  expect(requestText("platform.getHeight", {})).not.toContain("params");
  expect(paramsIn(requestText("platform.getHeight", {}), "platform.getHeight")).toEqual({});
});

test.each([
  ["[]", "this is not a call of platform.getHeight"],
  ['{"method":"platform.getTx"}', "this is not a call of platform.getHeight"],
  ['{"method":"platform.getHeight","params":[1]}', "the params have no names"],
  ["{", "expected a name in quotes at line 1, column 2"],
])("the form cannot show %j", (text, message) => {
  expect(() => paramsIn(text, "platform.getHeight")).toThrow(message);
});
