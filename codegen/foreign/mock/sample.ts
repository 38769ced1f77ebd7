import { isObject, type Json, type JsonObject, listAt, objectAt } from "../../load/json.ts";
import { alternatives, merged } from "../alternatives.ts";
import { componentName } from "../pointers.ts";
import { kindOf } from "../type-builder.ts";
import type { Validators } from "../validators.ts";
import { sampleText } from "./sample-text.ts";

const depthMax = 30;
const checkedDepthMax = 8;

/**
 * A value of a schema: its example, default, constant or first enum value, else the smallest that its
 * keywords allow. Recursive schemas end where members are optional or lists can be empty.
 */
export function sample(schema: Json, schemas: ReadonlyMap<string, Json>): Json {
  return new Sampler(schemas, true).value(schema, 0);
}

/** A value of a schema: one with its examples and defaults, unless those contradict it. */
export function validSample(
  schema: Json,
  schemas: ReadonlyMap<string, Json>,
  validators: Validators,
): Json {
  const isValid: IsValid = (value, of) => validators.problem(of, value) === undefined;
  const value = sample(schema, schemas);
  if (isValid(value, schema)) return value;
  const plain = plainSample(schema, schemas);
  if (isValid(plain, schema)) return plain;
  // A value of the first form can be one of another form, too, which `oneOf` forbids.
  return new Sampler(schemas, false, isValid).value(schema, 0);
}

/** The same without examples and defaults, which can contradict the schema that they are in. */
export function plainSample(schema: Json, schemas: ReadonlyMap<string, Json>): Json {
  return new Sampler(schemas, false).value(schema, 0);
}

type IsValid = (value: Json, schema: Json) => boolean;

class Sampler {
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
    const forms = alternatives(schema, this.#schemas) ?? [schema];
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
      case "array": {
        const items = schema["items"] ?? schema["prefixItems"] ?? true;
        if (Array.isArray(items)) {
          const listed = items.map((item: Json) => this.value(item, depth + 1));
          const missing = Math.max(0, Number(schema["minItems"] ?? 0) - listed.length);
          const more = schema["additionalItems"] ?? true;
          return [...listed, ...Array.from({ length: missing }, () => this.value(more, depth + 1))];
        }
        const least = Number(schema["minItems"] ?? (depth < this.#listDepthMax ? 1 : 0));
        return Array.from({ length: least }, () => this.value(items, depth + 1));
      }
      case "object": {
        const properties = objectAt(schema, "properties");
        const names = depth < 3 ? Object.keys(properties) : [];
        const required = listAt(schema, "required").map(String);
        const members = [...new Set([...required, ...names])].map((name): [string, Json] => [
          name,
          this.value(
            (Object.hasOwn(properties, name) ? properties[name] : undefined) ?? true,
            depth + 1,
          ),
        ]);
        return Object.fromEntries(members);
      }
      default:
        return null;
    }
  }
}

function sampleNumber(schema: JsonObject): Json {
  const { minimum, exclusiveMinimum, maximum } = schema;
  if (minimum !== undefined) return minimum;
  if (typeof exclusiveMinimum === "number") return exclusiveMinimum + 1;
  return typeof maximum === "number" && maximum < 1 ? maximum : 1;
}
