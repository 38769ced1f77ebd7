import { exampleParams } from "../../declared-method.ts";
import {
  componentSchemas,
  methodsByName,
  nameOf,
  paramsIn,
  resultSchema,
  schemaOf,
} from "../../document-parts.ts";
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberAt,
  objectAt,
  textAt,
} from "../../load/json.ts";
import { Validators } from "../validators.ts";
import { randomOf } from "./random.ts";
import { randomSample, validSample } from "./sample.ts";

export type Outcome = { readonly result: Json } | { readonly error: CallError };

export type CallError = { readonly code: number; readonly message: string; readonly data?: Json };

/** A method and params by name. */
type Given = { readonly method: JsonObject; readonly params: JsonObject };

/** Returns the document, whether that lists the method or not. Its params are those that the document declares. */
export const discovery = "rpc.discover";

/**
 * Answers the methods of a self-contained document: with the error that the params provoke, else the result of the example that has the same
 * params, else of the first example, else with a value of the result's schema. Params are validated.
 */
export class ExampleAnswers {
  readonly #methods: ReadonlyMap<string, JsonObject>;
  readonly #schemas: ReadonlyMap<string, Json>;
  readonly #validators: Validators;
  readonly #discovered: JsonObject;
  readonly #seed: string | undefined;

  /** With a seed, params without an example of their own have a random result, the same for the same seed. */
  constructor(document: JsonObject, seed?: string, discovered = document) {
    this.#seed = seed;
    this.#methods = methodsByName(document);
    this.#schemas = componentSchemas(document);
    this.#validators = new Validators(document);
    this.#discovered = discovered;
  }

  /** Answers on our own validators. */
  answer(name: string, params: Json | undefined): Outcome {
    const given = this.check(name, params);
    return "params" in given ? { result: this.result(name, given.params) } : given;
  }

  /** The valid params of a call by name, or the answer to one that needs no result. */
  check(name: string, params: Json | undefined): Given | Outcome {
    const given = this.#arrange(name, params);
    const problem = "params" in given ? this.#problem(given) : undefined;
    return problem === undefined ? given : invalid(problem);
  }

  /** The method of a call and its params by name, or the answer that needs no method. */
  #arrange(name: string, params: Json | undefined): Given | Outcome {
    const method = this.#methods.get(name);
    if (name === discovery && paramsIn(method).length === 0) {
      return { result: this.#discovered };
    }
    if (method === undefined) return { error: { code: -32601, message: "Method not found" } };
    const declared = paramsIn(method);
    const given = namedParams(declared, params);
    const provoked = listAt(method, "errors")
      .filter(isObject)
      .find(({ "x-provoked-by": by }) => {
        if (by === undefined) return false;
        return sorted(namedParams(declared, by)) === sorted(given);
      });
    if (provoked !== undefined) return { error: declaredError(provoked) };
    if (typeof given === "string") return invalid(given);
    const known: [string, Json][] = [];
    for (const param of declared) {
      const own = nameOf(param);
      const value = memberAt(given, own);
      const isRequired = param["required"] === true;
      if (value === undefined && isRequired) return invalid(`${own} is missing`);
      // A client sends null for an optional param that it leaves out before one that it gives.
      if (value !== undefined && (value !== null || isRequired)) known.push([own, value]);
    }
    return { method, params: Object.fromEntries(known) };
  }

  /** What is wrong with params, by the schemas of their method. */
  #problem({ method, params }: Given): string | undefined {
    for (const param of paramsIn(method)) {
      const own = nameOf(param);
      const value = memberAt(params, own);
      if (value === undefined) continue;
      const problem = this.#validators.problem(schemaOf(param), value);
      if (problem !== undefined) return `${own} ${problem}`;
    }
    return undefined;
  }

  /** The result of the example with these params, else a random one or that of the first example, else a value of the schema. */
  result(name: string, given: JsonObject): Json {
    if (name === discovery) return this.#discovered;
    const method = this.#methods.get(name) ?? {};
    const declared = paramsIn(method);
    const examples = listAt(method, "examples").filter(isObject);
    const match = this.#exampleWith(given, examples, declared);
    const schema = resultSchema(method);
    if (match === undefined && this.#seed !== undefined) {
      const random = randomOf(`${this.#seed} ${name} ${sorted(given)}`);
      return randomSample(schema, this.#schemas, this.#validators, random);
    }
    const [first] = examples;
    const value = objectAt(match ?? first, "result")["value"];
    if (value !== undefined) return value;
    return validSample(schema, this.#schemas, this.#validators);
  }

  /** The example with these params; else one with the same but for defaults and nulls, which some clients leave out. */
  #exampleWith(
    given: JsonObject,
    examples: readonly JsonObject[],
    declared: readonly JsonObject[],
  ): JsonObject | undefined {
    const defaults = declared.flatMap((param): [string, Json][] => {
      const value = objectAt(param, "schema")["default"];
      return value === undefined ? [] : [[nameOf(param), value]];
    });
    const whole = (params: JsonObject) => ({ ...Object.fromEntries(defaults), ...params });
    for (const read of [(params: JsonObject) => params, whole, withoutNulls]) {
      const wanted = sorted(read(given));
      const found = examples.find((each) => sorted(read(exampleParams(each, declared))) === wanted);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Each placeholder of the message is some text. */
export function declaredError(error: JsonObject): CallError {
  const data = error["data"];
  return {
    code: Number(error["code"]),
    message: (textAt(error, "message") ?? "").replaceAll(/\{[a-zA-Z]\w*\}/g, "text"),
    ...(data !== undefined && { data }),
  };
}

export function invalid(message: string): Outcome {
  return { error: { code: -32602, message: "Invalid params", data: message } };
}

/** Params by name, whether they are sent so or as a list; a text says what is wrong with them. */
function namedParams(
  declared: readonly JsonObject[],
  params: Json | undefined,
): JsonObject | string {
  const names = declared.map(nameOf);
  if (params === undefined || params === null) return {};
  if (Array.isArray(params)) {
    if (params.length > names.length) return `there are more than ${names.length} params`;
    return Object.fromEntries(params.map((value: Json, index) => [names[index] ?? "", value]));
  }
  if (!isObject(params)) return "params are neither a list nor an object";
  const unknown = Object.keys(params).find((name) => !names.includes(name));
  return unknown === undefined ? params : `${unknown} is not a param`;
}

function withoutNulls<Value extends Json>(value: Value): Value;
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => withoutNulls(each));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

function sorted(value: Json): string {
  return JSON.stringify(value, (_key, each: Json) =>
    isObject(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : typeof each === "bigint"
        ? Number(each)
        : each,
  );
}
