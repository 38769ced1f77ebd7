import type { DeclaredMethod, Descriptor } from "../declared-method.ts";
import { type Json, type JsonObject, memberAt } from "../load/json.ts";
import { validSample } from "./mock/sample.ts";
import { Validators } from "./validators.ts";

/** A value of the schema of each required param. */
export function sampleParams(
  params: readonly Descriptor[],
  schemas: ReadonlyMap<string, Json>,
  validators: Validators,
): JsonObject {
  const required = params.filter((param) => param.required);
  const values = required.map(({ name, schema }) => [
    name,
    validSample(schema, schemas, validators),
  ]);
  return Object.fromEntries(values);
}

/** Makes the valid params of methods of a document. Schemas take long to compile, and most methods are never asked for. */
export function paramsSampler(
  document: JsonObject,
  schemas: ReadonlyMap<string, Json>,
): (method: DeclaredMethod) => JsonObject {
  let made: Validators | undefined;
  const validators = () => (made ??= new Validators(document));
  return (method) => sampledParams(method, schemas, validators);
}

/** The params of the first example, and values of the schemas of required params that it lacks or gets wrong. */
function sampledParams(
  { params, examples }: DeclaredMethod,
  schemas: ReadonlyMap<string, Json>,
  validators: () => Validators,
): JsonObject {
  const given = examples[0]?.params ?? {};
  const values = params
    .filter(({ required }) => required)
    .map(({ name, schema }): [string, Json] => {
      const own = memberAt(given, name);
      const isValid = own !== undefined && validators().problem(schema, own) === undefined;
      return [name, isValid ? own : validSample(schema, schemas, validators())];
    });
  return { ...given, ...Object.fromEntries(values) };
}
