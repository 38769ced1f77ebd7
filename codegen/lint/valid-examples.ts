import type { Ajv, ValidateFunction } from "ajv";
import { createAjv, toCheck } from "../check-schema.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../load/json.ts";
import { resolve } from "../model.ts";
import type { Finding, Rule } from "./finding.ts";
import { methodPlaces, type Place, paramsOf } from "./places.ts";

type Problem = Omit<Finding, "rule">;

/** Every method has an example, and its examples satisfy the schemas. */
export const validExamples: Rule = {
  name: "valid-examples",
  demand:
    "every method has a named example whose params are the document's, in order and without gaps, and whose values satisfy the schemas",
  check: (subject) =>
    methodPlaces(subject).flatMap((place) => {
      const examples = listAt(place.part, "examples").filter(isObject);
      if (examples.length === 0) return [{ where: place.where, text: "has no example" }];
      return examples.flatMap((example) => checkExample(place, example));
    }),
};

function checkExample(place: Place<JsonObject>, example: JsonObject): Problem[] {
  const name = textAt(example, "name");
  if (name === undefined) return [{ where: place.where, text: "has an example without name" }];
  const where = `${place.where}, example "${name}"`;
  const result = resolve(place.part["result"] ?? {}, place.bundle.json);
  const given = objectAt(example, "result");
  const wrong = problem(place, objectAt(result, "schema"), given["value"] ?? null, "result");
  return [
    ...checkParams(place, listAt(example, "params").filter(isObject), where),
    ...(given["name"] === result["name"]
      ? []
      : [{ where, text: `its result is not named ${String(result["name"])}` }]),
    ...(wrong === undefined ? [] : [{ where, text: `result ${wrong}` }]),
  ];
}

function checkParams(place: Place<JsonObject>, given: readonly JsonObject[], where: string) {
  const declared = paramsOf(place);
  const problems: Problem[] = [];
  given.forEach((param, index) => {
    const expected = declared[index];
    if (expected === undefined || expected["name"] !== param["name"]) {
      const name = expected === undefined ? "nothing" : String(expected["name"]);
      problems.push({ where, text: `param ${index} is ${param["name"]}, expected ${name}` });
      return;
    }
    const wrong = problem(place, objectAt(expected, "schema"), param["value"] ?? null, "params");
    if (wrong !== undefined) problems.push({ where, text: `param ${param["name"]}${wrong}` });
  });
  for (const missing of declared.slice(given.length)) {
    if (missing["required"] !== true) continue;
    problems.push({ where, text: `lacks the required param ${missing["name"]}` });
  }
  return problems;
}

/** Compiles the schemas of one side of a document, each component once. */
const compilers = new WeakMap<JsonObject, Partial<Record<"params" | "result", Ajv>>>();

/** Returns ajv's description of what is wrong with the value, if anything. */
function problem(
  { bundle }: Place<JsonObject>,
  schema: JsonObject,
  value: Json,
  side: "params" | "result",
): string | undefined {
  let validate: ValidateFunction;
  try {
    validate = compilerOf(bundle.json, side).compile(toCheck(schema, "document", side));
  } catch (error) {
    return ` has a schema that does not compile: ${(error as Error).message}`;
  }
  if (validate(value)) return undefined;
  const [first] = validate.errors?.toSorted(deepestFirst) ?? [];
  return `${first?.instancePath ?? ""} breaks ${first?.keyword}: ${JSON.stringify(first?.params)}`;
}

function deepestFirst(a: { instancePath: string }, b: { instancePath: string }): number {
  return b.instancePath.split("/").length - a.instancePath.split("/").length;
}

function compilerOf(document: JsonObject, side: "params" | "result"): Ajv {
  const known = compilers.get(document) ?? {};
  compilers.set(document, known);
  known[side] ??= createCompiler(document, side);
  return known[side];
}

function createCompiler(document: JsonObject, side: "params" | "result"): Ajv {
  const ajv = createAjv();
  const schemas = Object.entries(objectAt(document["components"], "schemas"));
  ajv.addSchema({
    $id: "document",
    definitions: Object.fromEntries(
      schemas.map(([name, each]) => [name, isObject(each) ? toCheck(each, "", side) : each]),
    ),
  });
  return ajv;
}
