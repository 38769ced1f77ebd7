import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../../load/json.ts";
import { alternatives, merged } from "../alternatives.ts";
import { componentName } from "../self-contained.ts";
import { sampleText } from "./sample-text.ts";

const depthMax = 12;

/**
 * A value of a schema: its example, default, constant or first enum value, else the smallest that its
 * keywords allow. Recursive schemas end where members are optional or lists can be empty.
 */
export function sample(schema: Json, schemas: ReadonlyMap<string, Json>, depth = 0): Json {
  if (!isObject(schema)) return null;
  const name = componentName(schema);
  if (name !== undefined) {
    return depth > depthMax ? null : sample(schemas.get(name) ?? true, schemas, depth + 1);
  }
  const given = givenValue(schema);
  if (given !== undefined) return given;
  const forms = alternatives(schema, schemas) ?? [schema];
  const [form = schema] = forms;
  const inner = componentName(form);
  if (inner !== undefined) return sample(form, schemas, depth + 1);
  const whole = merged(form, schemas) ?? form;
  return givenValue(whole) ?? plain(whole, schemas, depth);
}

function givenValue(schema: JsonObject): Json | undefined {
  if ("const" in schema) return schema["const"];
  const [example] = listAt(schema, "examples");
  return example ?? schema["default"] ?? listAt(schema, "enum")[0];
}

function plain(schema: JsonObject, schemas: ReadonlyMap<string, Json>, depth: number): Json {
  switch (textAt(schema, "type") ?? ("properties" in schema ? "object" : undefined)) {
    case "string":
      return sampleText(schema);
    case "integer":
    case "number":
      return sampleNumber(schema);
    case "boolean":
      return true;
    case "array": {
      const items = schema["items"] ?? schema["prefixItems"] ?? true;
      if (Array.isArray(items)) {
        return items.map((item: Json) => sample(item, schemas, depth + 1));
      }
      const least = Number(schema["minItems"] ?? (depth < 4 ? 1 : 0));
      return Array.from({ length: least }, () => sample(items, schemas, depth + 1));
    }
    case "object": {
      const properties = objectAt(schema, "properties");
      const names = depth < 3 ? Object.keys(properties) : [];
      const required = listAt(schema, "required").map(String);
      const members = [...new Set([...required, ...names])].map((name): [string, Json] => [
        name,
        sample(
          (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? true,
          schemas,
          depth + 1,
        ),
      ]);
      return Object.fromEntries(members);
    }
    default:
      return null;
  }
}

function sampleNumber(schema: JsonObject): Json {
  const { minimum, exclusiveMinimum, maximum } = schema;
  if (minimum !== undefined) return minimum;
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum + 1;
  return typeof maximum === "number" && maximum < 1 ? maximum : 1;
}
