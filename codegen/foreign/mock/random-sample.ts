import { isObject, type Json, type JsonObject, listAt, objectAt } from "../../load/json.ts";
import { alternatives, merged } from "../alternatives.ts";
import { componentName } from "../pointers.ts";
import { kindOf } from "../type-builder.ts";
import type { Validators } from "../validators.ts";
import type { Random } from "./random.ts";
import { validSample } from "./sample.ts";
import { sampleText } from "./sample-text.ts";

const attemptsMax = 20;
const depthMax = 12;
const listMax = 3;

/** A random value of a schema; the smallest one if none of some attempts satisfies keywords that are not read here. */
export function randomSample(
  schema: Json,
  schemas: ReadonlyMap<string, Json>,
  validators: Validators,
  random: Random,
): Json {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const value = new RandomSampler(schemas, random).value(schema, 0);
    if (validators.problem(schema, value) === undefined) return value;
  }
  return validSample(schema, schemas, validators);
}

class RandomSampler {
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
    const forms = alternatives(schema, this.#schemas) ?? [schema];
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
    const items = schema["items"] ?? schema["prefixItems"] ?? true;
    if (Array.isArray(items)) return items.map((item: Json) => this.value(item, depth + 1));
    const least = Number(schema["minItems"] ?? 0);
    const most = Math.min(Number(schema["maxItems"] ?? Number.POSITIVE_INFINITY), least + listMax);
    const count = depth > 4 ? least : least + this.#random(most - least + 1);
    return Array.from({ length: count }, () => this.value(items, depth + 1));
  }

  #object(schema: JsonObject, depth: number): Json {
    const properties = objectAt(schema, "properties");
    const required = listAt(schema, "required").map(String);
    const optional = Object.keys(properties).filter(
      (name) => !required.includes(name) && depth < 4 && this.#random(4) > 0,
    );
    const members = [...required, ...optional].map((name): [string, Json] => [
      name,
      this.value((Object.hasOwn(properties, name) ? properties[name] : true) ?? true, depth + 1),
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
