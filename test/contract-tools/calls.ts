import { ExampleAnswers, exampleParams } from "../../codegen/foreign/mock/answers.ts";
import { sample } from "../../codegen/foreign/mock/sample.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../codegen/load/json.ts";

/** A call and the result that the document's mock returns for it. */
export type MockCall = {
  readonly method: string;
  readonly params: JsonObject;
  readonly result: Json;
};

/**
 * The calls of a document's examples, and one with params of their schemas for each method without
 * examples. Calls that the mock rejects, because an example contradicts its schema, are left out.
 */
export function mockCalls(document: JsonObject): MockCall[] {
  const answers = new ExampleAnswers(document);
  const schemas = new Map(Object.entries(objectAt(document["components"], "schemas")));
  return listAt(document, "methods")
    .filter(isObject)
    .flatMap((method) => {
      const name = textAt(method, "name") ?? "";
      const declared = listAt(method, "params").filter(isObject);
      const examples = listAt(method, "examples").filter(isObject);
      const given =
        examples.length > 0
          ? examples.map((example) => exampleParams(example, declared))
          : [sampleParams(declared, schemas)];
      return given.flatMap((params) => {
        const outcome = answers.answer(name, params);
        return "result" in outcome ? [{ method: name, params, result: outcome.result }] : [];
      });
    });
}

function sampleParams(
  declared: readonly JsonObject[],
  schemas: ReadonlyMap<string, Json>,
): JsonObject {
  const required = declared.filter((param) => param["required"] === true);
  return Object.fromEntries(
    required.map((param) => [
      textAt(param, "name") ?? "",
      sample(param["schema"] ?? true, schemas),
    ]),
  );
}

/** A value in a form in which results of all clients are equal: without null members, with exact numbers. */
export function comparable(value: Json): Json {
  if (typeof value === "bigint" || typeof value === "number")
    return `number ${Number(value) === Math.trunc(Number(value)) ? BigInt(value) : value}`;
  if (Array.isArray(value)) return value.map(comparable);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, comparable(member)]),
  );
}
