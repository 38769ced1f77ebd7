import { toCheck } from "../check-schema.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../load/json.ts";
import { resolve } from "../model.ts";
import type { Shape } from "../runtime/shape.ts";
import { ShapeChecks } from "../runtime/shape-checks.ts";
import type { Rule } from "./finding.ts";
import { methodPlaces, paramsOf } from "./places.ts";

/** Examples satisfy the checks of the server, which know the bounds of integers to the last digit. */
export const exactExamples: Rule = {
  name: "exact-examples",
  check: (subject) => {
    const known = new Map<JsonObject, Record<Side, ExampleChecks>>();
    const checksOf = (document: JsonObject) => {
      const made = known.get(document) ?? {
        params: new ExampleChecks(document, "params"),
        result: new ExampleChecks(document, "result"),
      };
      known.set(document, made);
      return made;
    };
    return methodPlaces(subject).flatMap((place) => {
      const { part, bundle, where } = place;
      const checks = checksOf(bundle.json);
      const declared = paramsOf(place);
      const result = resolve(part["result"] ?? {}, bundle.json);
      return listAt(part, "examples").flatMap((example) => {
        const params = listAt(example, "params");
        const issues = [
          ...params.map((given, at) => checks.params.issueOf(given, declared[at])),
          checks.result.issueOf(objectAt(example, "result"), result),
        ];
        const name = `example "${textAt(example, "name")}"`;
        return issues
          .filter((text) => text !== undefined)
          .map((text) => ({ where: `${where}, ${name}`, text }));
      });
    });
  },
};

type Side = "params" | "result";

/** The checks of the params or of the results of a document. */
class ExampleChecks {
  readonly #side: Side;
  readonly #checks: ShapeChecks;

  constructor(document: JsonObject, side: Side) {
    this.#side = side;
    const schemas = Object.entries(objectAt(document["components"], "schemas"));
    this.#checks = new ShapeChecks(
      Object.fromEntries(schemas.map(([name, schema]) => [name, this.#shapeOf(schema)])),
    );
  }

  /** What is wrong with a value that an example gives, by the schema of its param or result. */
  issueOf(given: Json, descriptor: JsonObject | undefined): string | undefined {
    const schema = descriptor?.["schema"];
    const value = isObject(given) ? given["value"] : undefined;
    if (schema === undefined || value === undefined) return undefined;
    try {
      const issue = this.#checks.checker(this.#shapeOf(schema))(value);
      if (issue === undefined) return undefined;
      const field = [textAt(given, "name"), issue.field].filter(Boolean).join(" ");
      return `${field} is ${issue.got}, expected ${issue.expected}`;
    } catch {
      // Other rules find references to nothing, and schemas that contain themselves.
      return undefined;
    }
  }

  #shapeOf(schema: Json): Shape {
    try {
      const checked = isObject(schema) ? toCheck(schema, "", this.#side) : {};
      const text = JSON.stringify(checked).replaceAll("#/definitions/", "");
      return JSON.parse(text) as Shape;
    } catch {
      // Another rule finds keywords that nothing checks.
      return {};
    }
  }
}
