import { nameOf, schemaOf } from "../../document-parts.ts";
import { isObject, type Json, type JsonObject, textAt, visitObjects } from "../../load/json.ts";
import { componentName } from "../pointers.ts";
import { mapSchemas } from "../schema-parts.ts";
import { withPrefixItems } from "../validators.ts";
import { type Method, paramsOf, schemasOf } from "./api.ts";
import { fieldsSchema } from "./fields.ts";

/** The argument that cuts the result: `_fields`, unless the method has such a param. */
export function fieldsArgument(method: Method): string {
  const isParam = paramsOf(method).some((param) => nameOf(param) === "_fields");
  return isParam ? "_result_fields" : "_fields";
}

/** The argument that chooses one of several paths of a method. */
export const pathArgument = "_path";

/** JSON Schema 2020-12 of the arguments of a tool: the params by name. */
export function inputSchema(method: Method): JsonObject {
  const params = paramsOf(method);
  const properties = params.map((param): [string, Json] => {
    const description = textAt(param, "description") ?? textAt(param, "summary");
    const schema = schemaOf(param);
    const described = isObject(schema) && "$ref" in schema ? { allOf: [schema] } : schema;
    return [
      nameOf(param),
      isObject(described) && description !== undefined ? { ...described, description } : described,
    ];
  });
  const required = params.filter((param) => param["required"] === true).map(nameOf);
  const { paths = [] } = method;
  const path = { description: "The data that the method reads.", type: "string", enum: paths };
  const choosesPath = paths.length > 1;
  return withDefinitions(
    {
      type: "object",
      properties: Object.fromEntries([
        ...(choosesPath ? [[pathArgument, path]] : []),
        ...properties,
        [fieldsArgument(method), fieldsSchema],
      ]),
      required: [...(choosesPath ? [pathArgument] : []), ...required],
      additionalProperties: false,
    },
    schemasOf(method),
  );
}

/** The schema and the components that it refers to, with integers of any size as numbers or decimal text. */
export function withDefinitions(schema: JsonObject, components: JsonObject): JsonObject {
  const definitions: Record<string, Json> = {};
  const wanted = referencesIn(schema);
  for (const name of wanted) {
    const component = components[name] ?? true;
    definitions[name] = translate(component);
    for (const next of referencesIn(component)) wanted.add(next);
  }
  const translated = translate(schema) as JsonObject;
  return Object.keys(definitions).length === 0 ? translated : { ...translated, $defs: definitions };
}

function referencesIn(schema: Json): Set<string> {
  const names = new Set<string>();
  visitObjects(schema, (object) => {
    const name = componentName(object);
    if (name !== undefined) names.add(name);
  });
  return names;
}

/** Draft 7 in the words of 2020-12. */
function translate(schema: Json): Json {
  return mapSchemas(schema, (object) => {
    const name = componentName(object);
    if (name !== undefined) return { $ref: `#/$defs/${name}` };
    const own = exactInteger(withPrefixItems(plain(object)));
    const isNullable = object["nullable"] === true && "type" in object;
    return isNullable ? { anyOf: [own, { type: "null" }] } : own;
  });
}

const bounds = new Set([
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
]);

/** Without identities, our own extensions, OpenAPI's `nullable`, which strict clients refuse without a type, and bounds that JSON parsers round. */
function plain(object: JsonObject): JsonObject {
  const { $id: _id, $schema: _schema, definitions: _definitions, nullable: _, ...own } = object;
  return Object.fromEntries(
    Object.entries(own).filter(
      ([key, value]) => !key.startsWith("x-") && !(bounds.has(key) && typeof value === "bigint"),
    ),
  );
}

/** Whether a schema accepts integers that a double cannot hold. */
export function isLargeInteger(object: JsonObject): boolean {
  const { type, maximum, enum: values } = object;
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  // Text that the schema allows is text.
  if (!types.includes("integer") || types.includes("string") || values !== undefined) return false;
  return typeof maximum !== "number" || !Number.isSafeInteger(maximum);
}

/** MCP messages pass through JSON parsers that round integers beyond 2^53: decimal text stays exact. */
function exactInteger(object: JsonObject): JsonObject {
  if (!isLargeInteger(object)) return object;
  const types = [object["type"] ?? []].flat() as Json[];
  return { ...object, type: [...types, "string"], pattern: "^-?[0-9]+$" };
}
