import { isObject, type Json, type JsonObject } from "../../load/json.ts";
import { schemasIn } from "../schema-parts.ts";

const descriptorKeys = new Set("name summary description required deprecated schema".split(" "));

/** Whether a value in place of a schema is a content descriptor, whose schema is one level further in. */
export function isDescriptor(value: Json): value is JsonObject {
  return (
    isObject(value) &&
    isObject(value["schema"]) &&
    Object.keys(value).every((key) => descriptorKeys.has(key) || key.startsWith("x-"))
  );
}

/** The schema of a content descriptor, with what the descriptor says about it. */
export function describedSchema({
  schema,
  name: _name,
  required: _required,
  ...others
}: JsonObject): Json {
  const { summary, description = summary, ...marks } = others;
  return {
    ...(description !== undefined && { description }),
    ...marks,
    ...(schema as JsonObject),
  };
}

/** A schema with schemas in place of the content descriptors among its forms and items. */
export function withPlainParts(schema: JsonObject): JsonObject {
  const parts = schemasIn(schema).filter(
    ({ value, steps: [, name] }) => typeof name !== "string" && isDescriptor(value),
  );
  if (parts.length === 0) return schema;
  const plain = (value: Json): Json => (isDescriptor(value) ? describedSchema(value) : value);
  const changed = new Set(parts.map(({ steps: [keyword] }) => keyword));
  const members = Object.entries(schema).map(([key, value]): [string, Json] => {
    if (!changed.has(key)) return [key, value];
    if (Array.isArray(value)) return [key, value.map(plain)];
    return [key, plain(value)];
  });
  return Object.fromEntries(members);
}
