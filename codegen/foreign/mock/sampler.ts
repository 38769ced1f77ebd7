import { alternatives, merged } from "../../clients/types/alternatives.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  oneLine,
} from "../../load/json.ts";
import { kindOf } from "../../schema-kind.ts";
import { componentName } from "../pointers.ts";
import { memberSchema } from "../schema-parts.ts";
import type { Random } from "./random.ts";
import { completeNames, containedCount, listParts, withoutConditions } from "./sample-parts.ts";
import { sampleText } from "./sample-text.ts";

/** Which of the values that a schema allows a sampler writes. */
export type Choices = {
  /** Inside more references, the value is null. */
  readonly depthMax: number;
  /** The value that a schema itself gives. It is asked before its forms are known, and then for the chosen one. */
  readonly given: (schema: JsonObject, isForm: boolean) => Json | undefined;
  /** The value of one of the forms of a schema. */
  readonly formOf: (
    forms: readonly [JsonObject, ...JsonObject[]],
    schema: JsonObject,
    depth: number,
    written: (form: JsonObject) => Json,
  ) => Json;
  readonly number: (schema: JsonObject) => Json;
  readonly boolean: () => boolean;
  /** Whether an object has an optional member. */
  readonly hasOptional: (depth: number) => boolean;
  /** The length of a list that has `fixed` items already, some of them at fixed places if it is a tuple. */
  readonly length: (schema: JsonObject, fixed: number, isTuple: boolean, depth: number) => number;
  /** Chooses texts; without it, they are as short as they can be. */
  readonly random?: Random;
};

/** Writes values of schemas. They can break keywords that are not read here. */
export class Sampler {
  readonly #schemas: ReadonlyMap<string, Json>;
  readonly #choices: Choices;

  constructor(schemas: ReadonlyMap<string, Json>, choices: Choices) {
    this.#schemas = schemas;
    this.#choices = choices;
  }

  value(schema: Json, depth = 0): Json {
    if (!isObject(schema)) return null;
    const { depthMax, given, formOf } = this.#choices;
    const name = componentName(schema);
    if (name !== undefined) {
      return depth > depthMax ? null : this.value(this.#schemas.get(name) ?? true, depth + 1);
    }
    const own = given(schema, false);
    if (own !== undefined) return own;
    const [first = schema, ...others] =
      alternatives(withoutConditions(schema), this.#schemas) ?? [];
    return formOf([first, ...others], schema, depth, (form) => this.#form(form, depth));
  }

  #form(form: JsonObject, depth: number): Json {
    if (componentName(form) !== undefined) return this.value(form, depth + 1);
    const whole = merged(form, this.#schemas) ?? form;
    const own = this.#choices.given(whole, true);
    return own === undefined ? this.#plain(whole, depth) : own;
  }

  #plain(schema: JsonObject, depth: number): Json {
    switch (kindOf(schema)) {
      case "string":
        return sampleText(schema, this.#choices.random);
      case "integer":
      case "number":
        return this.#choices.number(schema);
      case "boolean":
        return this.#choices.boolean();
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
    const fixed = [
      ...first.slice(0, most),
      ...Array.from({ length: containedCount(schema) }, () => schema["contains"] ?? true),
    ].map((item: Json) => this.value(item, depth + 1));
    const length = this.#choices.length(schema, fixed.length, first.length > 0, depth);
    const more = Array.from({ length: Math.max(0, length - fixed.length) }, () =>
      this.value(rest, depth + 1),
    );
    const items = [...fixed, ...more];
    return schema["uniqueItems"] === true ? distinct(items, rest) : items;
  }

  #object(schema: JsonObject, depth: number): Json {
    const { hasOptional, random } = this.#choices;
    const required = listAt(schema, "required").map(String);
    const optional = Object.keys(objectAt(schema, "properties")).filter(
      (name) => !required.includes(name) && hasOptional(depth),
    );
    const names = completeNames(schema, [...required, ...optional], random);
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
    const isNew = !seen.has(oneLine(item));
    const next = typeof item === "bigint" ? item + BigInt(index) : item;
    const other = words[index] ?? (typeof next === "number" ? next + index : next);
    const own = isNew
      ? item
      : typeof other === "string" && other === item
        ? `${item}${index}`
        : other;
    seen.add(oneLine(own));
    return own;
  });
}
