import { paramsIn } from "../document-parts.ts";
import { isObject, type JsonObject, listAt, objectAt, textAt } from "../load/json.ts";
import { resolve } from "../model.ts";
import type { Problem, Rule } from "./finding.ts";
import { methodPlaces, type Place, paramsOf } from "./places.ts";

/** Every method has an example, and each has a name, the params of the document in order and without gaps, and the result. */
export const completeExamples: Rule = {
  name: "complete-examples",
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
  return [
    ...checkParams(place, paramsIn(example), where),
    ...("value" in given ? [] : [{ where, text: "has no result" }]),
    ...(given["name"] === result["name"]
      ? []
      : [{ where, text: `its result is not named ${String(result["name"])}` }]),
  ];
}

function checkParams(place: Place<JsonObject>, given: readonly JsonObject[], where: string) {
  const declared = paramsOf(place);
  const late = given.findIndex((param, index) => declared[index]?.["name"] !== param["name"]);
  if (late !== -1) {
    const expected = String(declared[late]?.["name"] ?? "nothing");
    return [{ where, text: `param ${late} is ${given[late]?.["name"]}, expected ${expected}` }];
  }
  return declared
    .slice(given.length)
    .filter((param) => param["required"] === true)
    .map((param) => ({ where, text: `lacks the required param ${param["name"]}` }));
}
