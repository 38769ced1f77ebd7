import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { isObject, type Json, type JsonObject, listAt, withDoubles } from "../../load/json.ts";
import extensions from "../extensions.schema.json" with { type: "json" };
import type { Way } from "../places.ts";
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
  if (!isObject(value)) return [];
  return fields[part].flatMap((field): Found[] => {
    const problem = Object.hasOwn(value, field) ? problemOf(part, field, value[field]!) : undefined;
    return problem === undefined
      ? []
      : [{ rule: "extension-fields", way: [...way, field], text: `${field} ${problem}` }];
  });
}

const ajv = new Ajv();
const compiled = new Map<string, ValidateFunction>();

function problemOf(part: Part, field: string, value: Json): string | undefined {
  const properties: Readonly<Record<string, object>> = extensions.definitions[part].properties;
  const validate = compiled.get(field) ?? ajv.compile(properties[field] ?? {});
  compiled.set(field, validate);
  if (validate(withDoubles(value))) return undefined;
  const causes = (validate.errors ?? []).filter(({ keyword }) => keyword !== "oneOf");
  return causes.map(textOf).join(" or ");
}

function textOf({ keyword, params, message = "is invalid" }: ErrorObject): string {
  if (keyword === "enum") return `must be one of ${params["allowedValues"].join(", ")}`;
  return keyword === "const" ? `must be ${params["allowedValue"]}` : message;
}
