import { methodsByName, methodsIn, nameOf, paramsIn, schemaOf } from "../../document-parts.ts";
import { type Json, type JsonObject, objectAt, textAt, withDoubles } from "../../load/json.ts";
import { componentName } from "../pointers.ts";
import { mapSchemas } from "../schema-parts.ts";
import { objectForAjv } from "../validators.ts";
import { discovery, ExampleAnswers, type Outcome } from "./answers.ts";

export type Answers = {
  /** Answers a call, whose params are validated. */
  readonly answer: (name: string, params: Json | undefined) => Outcome | Promise<Outcome>;
  /** The result of a method for valid params by name. */
  readonly result: (name: string, params: JsonObject) => Json | Promise<Json>;
};

/**
 * Answers the calls of a self-contained document on the router of @open-rpc/server-js. A document whose params
 * it cannot take, such as recursive ones, is answered on our own validators. `discovered` is what `rpc.discover` returns.
 */
export async function openAnswers(
  document: JsonObject,
  seed?: string,
  discovered = document,
): Promise<Answers> {
  const own = new ExampleAnswers(document, seed, discovered);
  const resolved = withoutReferences(document);
  if (resolved === undefined) return own;
  // Only its router: its transports crash the process on a body of `[null]`.
  const loaded = await import("@open-rpc/server-js/build/router.js");
  // A CommonJS package: it has only a default export in the bundle, and none when run from source.
  const { Router } = loaded.default ?? loaded;
  const methods = methodsByName(document);
  const handlers = Object.fromEntries(
    [...methods].map(([name, method]) => [
      name,
      async (...args: Json[]) => own.result(name, byName(method, args)),
    ]),
  );
  let router: InstanceType<typeof Router>;
  try {
    router = new Router(resolved as never, handlers as never);
  } catch {
    // It compiles the params of all methods: one that is not valid would fail the calls of the others, too.
    return own;
  }
  quiet(router);
  // Our own validators decide, as in the generated server. The router's finds `toString` in every object, ignores what
  // is beside a reference, confuses params such as 0 or length with positions, and takes ids of schemas for URLs.
  const result = async (name: string, params: JsonObject) => {
    // The router would return the document with the schemas that it is made with.
    if (name === discovery) return own.result(name, params);
    const answer = await router.call(name, sent(methods.get(name) ?? {}, params));
    return answer.error === undefined ? (answer.result as Json) : own.result(name, params);
  };
  return {
    answer: async (name, params) => {
      const given = own.check(name, params);
      return "params" in given ? { result: await result(name, given.params) } : given;
    },
    result,
  };
}

/** Its validator warns about schemas that are valid but unusual. */
function quiet(router: object): void {
  const { methodCallValidator } = router as {
    readonly methodCallValidator: { readonly ajvValidator: { logger: object } };
  };
  const silent = () => {};
  methodCallValidator.ajvValidator.logger = { log: silent, warn: silent, error: silent };
}

/** As a list for methods by position: the router reads params of all others by name, too. */
function sent(method: Json, params: JsonObject): Record<string, unknown> | unknown[] {
  const doubles = withDoubles(params) as Record<string, unknown>;
  if (textAt(method, "paramStructure") !== "by-position") return doubles;
  return paramsIn(method).map((param) => doubles[nameOf(param)]);
}

function byName(method: Json, args: readonly Json[]): JsonObject {
  const named = paramsIn(method).flatMap((param, index): [string, Json][] => {
    const value = args[index];
    return value === undefined ? [] : [[nameOf(param), value]];
  });
  return Object.fromEntries(named);
}

// A schema is repeated wherever it is referred to, and the router compiles each of them.
const schemasMax = 20_000;

/**
 * The methods with the schemas of their params in place of references. Undefined if those are recursive or too many, or
 * if the router would take a method for one of its settings.
 */
function withoutReferences(document: JsonObject): JsonObject | undefined {
  const schemas = objectAt(document["components"], "schemas");
  let count = 0;
  const inline = (schema: Json, open: readonly string[]): Json =>
    mapSchemas(schema, (object) => {
      const name = componentName(object);
      if (++count > schemasMax) throw new TooMany();
      if (name === undefined) return plainSchema(objectForAjv(object));
      if (open.includes(name)) throw new TooMany();
      return inline(schemas[name] ?? true, [...open, name]);
    });
  const methods = methodsIn(document);
  if (methods.some(({ name }) => name === "mockMode" || name === "__proto__")) return undefined;
  try {
    return {
      ...document,
      methods: methods.map((method) => ({
        ...method,
        params: paramsIn(method).map((param) => ({
          ...param,
          schema: withDoubles(inline(schemaOf(param), [])) as Json,
        })),
      })),
    };
  } catch (error) {
    if (error instanceof TooMany) return undefined;
    throw error;
  }
}

class TooMany extends Error {}

const keywords = new Set(
  (
    "type enum const minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern items " +
    "additionalItems minItems maxItems uniqueItems contains properties patternProperties additionalProperties required " +
    "minProperties maxProperties propertyNames dependencies allOf anyOf oneOf not if then else"
  ).split(" "),
);

/** The router's validator refuses keywords and formats that it does not know, and decimals that are multiples of others. */
function plainSchema(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => keywords.has(key)));
}
