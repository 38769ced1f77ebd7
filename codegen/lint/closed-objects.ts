import { isObject } from "../load/json.ts";
import type { Schema } from "../model.ts";
import { unionForms } from "../schema.ts";
import type { Rule } from "./finding.ts";
import { allSchemas } from "./places.ts";

/** Components that stay open, with the reason. */
const openComponents: Readonly<Record<string, string>> = {
  OpenRpcDocument: "the OpenRPC meta-schema describes the rest",
  OpenRpcMethod: "the OpenRPC meta-schema describes the rest",
  OpenRpcNode: "the OpenRPC meta-schema describes the rest",
};

/** No schema admits anything that it does not describe: objects are closed or typed maps and list what is required. */
export const closedObjects: Rule = {
  name: "closed-objects",
  check: (subject) =>
    allSchemas(subject).flatMap(({ where, part }) => {
      if (where.split("/").at(-1)! in openComponents) return [];
      return [openness(part)].flatMap((text) => (text === undefined ? [] : [{ where, text }]));
    }),
};

function openness(schema: Schema): string | undefined {
  if (Object.keys(schema).length === 0) return "{} admits anything";
  if (schema["type"] === "array" && !isObject(schema["items"])) return "a list of anything";
  if (schema["type"] !== "object") return typeProblem(schema);
  const extra = schema["additionalProperties"];
  if (extra !== false && !isObject(extra)) return "an object open to any member";
  if (isObject(schema["properties"]) && !Array.isArray(schema["required"])) {
    return Object.keys(schema["properties"]).length === 0
      ? undefined
      : "an object that does not list what is required";
  }
  return undefined;
}

function typeProblem(schema: Schema): string | undefined {
  const typed = ["type", "enum", "const", "$ref", "allOf", "x-integer"].some(
    (key) => key in schema,
  );
  if (typed || unionForms(schema) !== undefined) return undefined;
  const narrowing = ["pattern", "minLength", "maxLength"].some((key) => key in schema);
  return narrowing ? undefined : "has no type";
}
