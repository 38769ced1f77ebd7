import type { Json } from "../../load/json.ts";
import type { Validators } from "../validators.ts";
import { type Random, randomOf } from "./random.ts";
import { randomChoices } from "./random-choices.ts";
import { Sampler } from "./sampler.ts";
import { type IsValid, smallest } from "./smallest.ts";

type Schemas = ReadonlyMap<string, Json>;

const attemptsMax = 20;

/** A value of a schema: one with its examples and defaults, unless those contradict it. */
export function validSample(schema: Json, schemas: Schemas, validators: Validators): Json {
  const isValid: IsValid = (value, of) => validators.problem(of, value) === undefined;
  const value = new Sampler(schemas, smallest(true)).value(schema);
  if (isValid(value, schema)) return value;
  const plain = new Sampler(schemas, smallest(false)).value(schema);
  if (isValid(plain, schema)) return plain;
  // A value of the first form can be one of another form, too, which `oneOf` forbids.
  const chosen = new Sampler(schemas, smallest(false, isValid)).value(schema);
  if (isValid(chosen, schema)) return chosen;
  // Keywords such as `not` say which values do not match.
  return found(schema, schemas, validators, randomOf("sample")) ?? chosen;
}

/** A random value of a schema; the smallest one if none of some attempts satisfies keywords that are not read here. */
export function randomSample(
  schema: Json,
  schemas: Schemas,
  validators: Validators,
  random: Random,
): Json {
  return found(schema, schemas, validators, random) ?? validSample(schema, schemas, validators);
}

function found(
  schema: Json,
  schemas: Schemas,
  validators: Validators,
  random: Random,
): Json | undefined {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const value = new Sampler(schemas, randomChoices(random)).value(schema);
    if (validators.problem(schema, value) === undefined) return value;
  }
  return undefined;
}
