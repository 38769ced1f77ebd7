import { type Json, type JsonObject, listAt } from "../../load/json.ts";
import { kindOf } from "../../schema-kind.ts";
import type { Random } from "./random.ts";
import type { Choices } from "./sampler.ts";

const listMax = 3;

/** Chooses by chance. */
export function randomChoices(random: Random): Choices {
  const oneOf = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  return {
    depthMax: 12,
    given: (schema, isForm) => {
      if (!isForm) return undefined;
      if ("const" in schema) return schema["const"];
      const words = listAt(schema, "enum");
      return words.length > 0 ? oneOf(words) : undefined;
    },
    // The first form is often the one that ends a recursion.
    formOf: (forms, _schema, depth, written) => written(depth > 4 ? forms[0] : oneOf(forms)),
    number: (schema) => {
      const value = randomInteger(schema, random);
      return kindOf(schema) === "number" ? Number(value) : value;
    },
    boolean: () => random(2) === 1,
    hasOptional: (depth) => depth < 4 && random(4) > 0,
    length: ({ minItems, maxItems }, fixed, isTuple, depth) => {
      const least = Math.max(Number(minItems ?? 0), fixed);
      const end = Math.min(Number(maxItems ?? Number.POSITIVE_INFINITY), least + listMax);
      const most = isTuple ? least : Math.max(least, end);
      return depth > 4 ? least : least + random(most - least + 1);
    },
    random,
  };
}

/** Mostly small, sometimes at the ends of the range. */
function randomInteger(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject,
  random: Random,
): Json {
  const least = bound(minimum) ?? plus(bound(exclusiveMinimum), 1n) ?? 0n;
  const most = bound(maximum) ?? plus(bound(exclusiveMaximum), -1n) ?? least + 1_000_000n;
  const end = random(8);
  const span = most - least < 1_000_000n ? Number(most - least) : 1_000_000;
  const value =
    end === 0 ? least : end === 1 ? most : least + BigInt(random(Math.max(span, 0) + 1));
  return value >= -9_007_199_254_740_991n && value <= 9_007_199_254_740_991n
    ? Number(value)
    : value;
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
