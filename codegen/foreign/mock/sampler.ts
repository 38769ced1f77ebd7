import { alternatives, merged } from "../../clients/types/alternatives.ts";
import { kindOf } from "../../clients/types/schema-kind.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt } from "../../load/json.ts";
import { componentName } from "../pointers.ts";
import {
  completeNames,
  containedCount,
  listParts,
  memberSchema,
  withoutConditions,
} from "./sample-parts.ts";
import { sampleText } from "./sample-text.ts";

const depthMax = 30;
const checkedDepthMax = 8;

/** Whether a value matches a schema. */
export type IsValid = (value: Json, schema: Json) => boolean;

/**
 * Writes a value of a schema: its example, default, constant or first enum value, else the smallest that its
 * keywords allow. Recursive schemas end where members are optional or lists can be empty.
 */
export class Sampler {
  readonly #schemas: ReadonlyMap<string, Json>;
  readonly #usesGiven: boolean;
  readonly #isValid: IsValid | undefined;
  readonly #listDepthMax: number;

  /** With `isValid`, each union has a value of the first of its forms that has a valid one. */
  constructor(schemas: ReadonlyMap<string, Json>, usesGiven: boolean, isValid?: IsValid) {
    this.#schemas = schemas;
    this.#usesGiven = usesGiven;
    this.#isValid = isValid;
    // An empty list is often of several forms.
    this.#listDepthMax = isValid === undefined ? 4 : checkedDepthMax;
  }

  value(schema: Json, depth: number): Json {
    if (!isObject(schema)) return null;
    const name = componentName(schema);
    if (name !== undefined) {
      return depth > depthMax ? null : this.value(this.#schemas.get(name) ?? true, depth + 1);
    }
    const given = this.#given(schema);
    if (given !== undefined) return given;
    const forms = alternatives(withoutConditions(schema), this.#schemas) ?? [schema];
    const first = this.#form(forms[0] ?? schema, depth);
    const isValid = this.#isValid;
    // Deep inside, the first form is the one that ends a recursion.
    if (isValid === undefined || forms.length < 2 || depth > checkedDepthMax) return first;
    if (isValid(first, schema)) return first;
    for (const form of forms.slice(1)) {
      const value = this.#form(form, depth);
      if (isValid(value, schema)) return value;
    }
    return first;
  }

  #form(form: JsonObject, depth: number): Json {
    if (componentName(form) !== undefined) return this.value(form, depth + 1);
    const whole = merged(form, this.#schemas) ?? form;
    return this.#given(whole) ?? this.#plain(whole, depth);
  }

  #given(schema: JsonObject): Json | undefined {
    if ("const" in schema) return schema["const"];
    const [example] = this.#usesGiven ? listAt(schema, "examples") : [];
    const fallback = this.#usesGiven ? schema["default"] : undefined;
    return example ?? fallback ?? listAt(schema, "enum")[0];
  }

  #plain(schema: JsonObject, depth: number): Json {
    switch (kindOf(schema)) {
      case "string":
        return sampleText(schema);
      case "integer":
      case "number":
        return sampleNumber(schema);
      case "boolean":
        return true;
      case "array":
        return this.#list(schema, depth);
      case "object":
        return this.#object(schema, depth);
      default:
        return null;
    }
  }

  #list(schema: JsonObject, depth: number): Json {
    const { first, rest } = listParts(schema);
    const most = Number(schema["maxItems"] ?? Number.POSITIVE_INFINITY);
    const listed = first.slice(0, most).map((item: Json) => this.value(item, depth + 1));
    const contained = Array.from({ length: containedCount(schema) }, () =>
      this.value(schema["contains"] ?? true, depth + 1),
    );
    const wanted = depth < this.#listDepthMax && first.length === 0 ? 1 : 0;
    const least = Number(schema["minItems"] ?? wanted);
    const missing = Math.max(0, Math.min(least, most) - listed.length - contained.length);
    const more = Array.from({ length: missing }, () => this.value(rest, depth + 1));
    const items = [...listed, ...contained, ...more];
    return schema["uniqueItems"] === true ? distinct(items, rest) : items;
  }

  #object(schema: JsonObject, depth: number): Json {
    const optional = depth < 3 ? Object.keys(objectAt(schema, "properties")) : [];
    const required = listAt(schema, "required").map(String);
    const names = completeNames(schema, [...new Set([...required, ...optional])]);
    const members = names.map((name): [string, Json] => [
      name,
      this.value(memberSchema(schema, name), depth + 1),
    ]);
    return Object.fromEntries(members);
  }
}

/** The items with others in place of repeated ones: further words of an enum, numbers or texts that differ. */
function distinct(items: readonly Json[], rest: Json): Json[] {
  const words = listAt(rest, "enum");
  const seen = new Set<string>();
  return items.map((item, index) => {
    const isNew = !seen.has(JSON.stringify(item));
    const other = words[index] ?? (typeof item === "number" ? item + index : item);
    const own = isNew
      ? item
      : typeof other === "string" && other === item
        ? `${item}${index}`
        : other;
    seen.add(JSON.stringify(own));
    return own;
  });
}

function sampleNumber(schema: JsonObject): Json {
  const { minimum, exclusiveMinimum, maximum, multipleOf } = schema;
  if (typeof multipleOf === "number" && multipleOf > 0) {
    const least = typeof minimum === "number" ? minimum : Number(exclusiveMinimum ?? 0);
    const count = Math.ceil(least / multipleOf);
    return (count * multipleOf > Number(exclusiveMinimum ?? -1) ? count : count + 1) * multipleOf;
  }
  if (minimum !== undefined) return minimum;
  if (typeof exclusiveMinimum === "number") {
    const end = Number(schema["exclusiveMaximum"] ?? maximum ?? Number.POSITIVE_INFINITY);
    return exclusiveMinimum + Math.min(1, (end - exclusiveMinimum) / 2);
  }
  return typeof maximum === "number" && maximum < 1 ? maximum : 1;
}
