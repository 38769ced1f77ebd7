import { Ajv, type ErrorObject } from "ajv";
import { isObject, type Json, type JsonObject, listAt, withDoubles } from "../../load/json.ts";
import extensions from "../extensions.schema.json" with { type: "json" };
import type { Way } from "../places.ts";
import { pointerSteps } from "../pointers.ts";
import type { Found } from "./finding.ts";
import { writtenSchemas } from "./written-schemas.ts";

/** The fields that the tools read in any document; those of the same file that only our node reads can mean anything. */
const fields = {
  method: ["x-changes-state", "x-lifetime"],
  error: ["x-cause", "x-description", "x-provoked-by", "x-remedy"],
  schema: ["x-closed-forms", "x-integer"],
} as const;

type Part = keyof typeof fields;

/** Fields with "x-" that the tools read and whose value is not of the form that they know. */
export function extensionFields(root: JsonObject, methods: readonly JsonObject[]): Found[] {
  return [
    ...methods.flatMap((method, index) => [
      ...unknownForms("method", method, ["methods", index]),
      ...listAt(method, "errors").flatMap((error, at) =>
        unknownForms("error", error, ["methods", index, "errors", at]),
      ),
    ]),
    ...writtenSchemas(root).flatMap(({ schema, way }) => unknownForms("schema", schema, way)),
  ];
}

function unknownForms(part: Part, value: Json, way: Way): Found[] {
  if (!isObject(value) || !fields[part].some((field) => field in value)) return [];
  const problems = problemsOf(part, value);
  return fields[part].flatMap((field): Found[] => {
    const problem = problems.get(field);
    return problem === undefined
      ? []
      : [{ rule: "extension-fields", way: [...way, field], text: `${field} ${problem}` }];
  });
}

const ajv = new Ajv({ allErrors: true }).addSchema(extensions, "extensions");

/** What the JSON Schema of all fields does not allow, by the path to it. */
export function problemsOf(
  part: keyof typeof extensions.definitions,
  holder: JsonObject,
): Map<string, string> {
  const written = Object.entries(holder).filter(([name]) => name.startsWith("x-"));
  const doubles = withDoubles(Object.fromEntries(written)) as object;
  const validate = ajv.getSchema(`extensions#/definitions/${part}`);
  const problems = new Map<string, string>();
  if (validate?.({ ...holder, ...doubles }) !== false) return problems;
  for (const error of validate.errors ?? []) {
    const path = pointerSteps(error.instancePath).join(".");
    const others = problems.has(path) ? `${problems.get(path)} or ` : "";
    if (error.keyword !== "oneOf") problems.set(path, `${others}${textOf(error)}`);
  }
  return problems;
}

function textOf({ keyword, params, message = "is invalid", schemaPath }: ErrorObject): string {
  const neighbour = /\/dependencies\/(x-[^/]+)/.exec(schemaPath)?.[1];
  const beside = neighbour === undefined ? "" : ` beside ${neighbour}`;
  if (keyword === "enum") return `must be one of ${params["allowedValues"].join(", ")}${beside}`;
  if (keyword === "const") return `must be ${params["allowedValue"]}${beside}`;
  return `${message}${beside}`;
}
