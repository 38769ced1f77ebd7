import { alternatives, merged } from "../../clients/types/alternatives.ts";
import { kindOf } from "../../clients/types/schema-kind.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt } from "../../load/json.ts";
import { componentName } from "../pointers.ts";
import type { Random } from "./random.ts";
import {
  completeNames,
  containedCount,
  listParts,
  memberSchema,
  withoutConditions,
} from "./sample-parts.ts";
import { sampleText } from "./sample-text.ts";

const depthMax = 12;
const listMax = 3;

/** Writes random values of schemas, which can break keywords that are not read here. */
export class RandomSampler {
  readonly #schemas: ReadonlyMap<string, Json>;
  readonly #random: Random;

  constructor(schemas: ReadonlyMap<string, Json>, random: Random) {
    this.#schemas = schemas;
    this.#random = random;
  }

  value(schema: Json, depth: number): Json {
    if (!isObject(schema)) return null;
    const name = componentName(schema);
    if (name !== undefined) {
      return depth > depthMax ? null : this.value(this.#schemas.get(name) ?? true, depth + 1);
    }
    const forms = alternatives(withoutConditions(schema), this.#schemas) ?? [schema];
    // The first form is often the one that ends a recursion.
    const form = (depth > 4 ? forms[0] : this.#one(forms)) ?? schema;
    if (componentName(form) !== undefined) return this.value(form, depth + 1);
    const whole = merged(form, this.#schemas) ?? form;
    if ("const" in whole) return whole["const"] as Json;
    const words = listAt(whole, "enum");
    return words.length > 0 ? (this.#one(words) as Json) : this.#plain(whole, depth);
  }

  #plain(schema: JsonObject, depth: number): Json {
    switch (kindOf(schema)) {
      case "string":
        return sampleText(schema, this.#random);
      case "integer":
        return this.#integer(schema);
      case "number":
        return Number(this.#integer(schema));
      case "boolean":
        return this.#random(2) === 1;
      case "array":
        return this.#list(schema, depth);
      case "object":
        return this.#object(schema, depth);
      default:
        return null;
    }
  }

  /** Mostly small, sometimes at the ends of the range. */
  #integer({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject): Json {
    const least = bound(minimum) ?? plus(bound(exclusiveMinimum), 1n) ?? 0n;
    const most = bound(maximum) ?? plus(bound(exclusiveMaximum), -1n) ?? least + 1_000_000n;
    const end = this.#random(8);
    const span = most - least < 1_000_000n ? Number(most - least) : 1_000_000;
    const value =
      end === 0 ? least : end === 1 ? most : least + BigInt(this.#random(Math.max(span, 0) + 1));
    return value >= -9_007_199_254_740_991n && value <= 9_007_199_254_740_991n
      ? Number(value)
      : value;
  }

  #list(schema: JsonObject, depth: number): Json {
    const { first, rest } = listParts(schema);
    const end = Number(schema["maxItems"] ?? Number.POSITIVE_INFINITY);
    const listed = first.slice(0, end).map((item: Json) => this.value(item, depth + 1));
    const contained = Array.from({ length: containedCount(schema) }, () =>
      this.value(schema["contains"] ?? true, depth + 1),
    );
    const least = Math.max(Number(schema["minItems"] ?? 0), listed.length + contained.length);
    const most = first.length > 0 ? least : Math.max(least, Math.min(end, least + listMax));
    const count = depth > 4 ? least : least + this.#random(most - least + 1);
    const more = count - listed.length - contained.length;
    return [
      ...listed,
      ...contained,
      ...Array.from({ length: more }, () => this.value(rest, depth + 1)),
    ];
  }

  #object(schema: JsonObject, depth: number): Json {
    const required = listAt(schema, "required").map(String);
    const optional = Object.keys(objectAt(schema, "properties")).filter(
      (name) => !required.includes(name) && depth < 4 && this.#random(4) > 0,
    );
    const names = completeNames(schema, [...required, ...optional], this.#random);
    const members = names.map((name): [string, Json] => [
      name,
      this.value(memberSchema(schema, name), depth + 1),
    ]);
    return Object.fromEntries(members);
  }

  #one<Item>(items: readonly Item[]): Item | undefined {
    return items[this.#random(items.length)];
  }
}

function bound(value: Json | undefined): bigint | undefined {
  return typeof value === "bigint"
    ? value
    : typeof value === "number"
      ? BigInt(Math.ceil(value))
      : undefined;
}

function plus(value: bigint | undefined, more: bigint): bigint | undefined {
  return value === undefined ? undefined : value + more;
}
