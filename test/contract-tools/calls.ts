import { alternatives, merged } from "../../codegen/clients/types/alternatives.ts";
import { itemsOf } from "../../codegen/clients/types/collections.ts";
import { readMethod } from "../../codegen/declared-method.ts";
import { methodsIn } from "../../codegen/document-parts.ts";
import { ExampleAnswers } from "../../codegen/foreign/mock/answers.ts";
import { componentName } from "../../codegen/foreign/pointers.ts";
import { sampleParams } from "../../codegen/foreign/sample-params.ts";
import { withoutSubscriptions } from "../../codegen/foreign/subscriptions/find.ts";
import { Validators } from "../../codegen/foreign/validators.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt } from "../../codegen/load/json.ts";

/** A call and the result that the document's mock returns for it. */
export type MockCall = {
  readonly method: string;
  readonly params: JsonObject;
  readonly result: Json;
};

/**
 * The calls of a document's examples, and one with params of their schemas for each method without
 * examples. Calls whose example contradicts its schemas are left out: `lint` reports those.
 */
export function mockCalls(document: JsonObject): MockCall[] {
  const answers = new ExampleAnswers(document);
  const validators = new Validators(document);
  const schemas = new Map(Object.entries(objectAt(document["components"], "schemas")));
  return methodsIn(withoutSubscriptions(document))
    .filter(isObject)
    .flatMap((method) => {
      const { name, params: declared, examples } = readMethod(method);
      const given =
        examples.length > 0
          ? examples.map(({ params }) => params)
          : [sampleParams(declared, schemas, validators)];
      return given.flatMap((params) => {
        const outcome = answers.answer(name, params);
        if (!("result" in outcome)) return [];
        const schema = objectAt(method, "result")["schema"] ?? true;
        if (validators.problem(schema, outcome.result) !== undefined) return [];
        return [{ method: name, params, result: outcome.result }];
      });
    });
}

/**
 * The part of a result that its method's schema declares: typed clients leave out other members. Of several forms, it is
 * that of the only one that the result has.
 */
export function declaredPart(document: JsonObject, methodName: string, result: Json): Json {
  const schemas = new Map(Object.entries(objectAt(document["components"], "schemas")));
  const validators = new Validators(document);
  const isPossible = ({ enum: values }: JsonObject) => !Array.isArray(values) || values.length > 0;
  const has = (form: JsonObject, value: Json) =>
    isPossible(form) && validators.problem(form, value) === undefined;
  const method = methodsIn(withoutSubscriptions(document))
    .filter(isObject)
    .find(({ name }) => name === methodName);
  return declared(result, objectAt(method, "result")["schema"] ?? true, schemas, has);
}

function declared(
  value: Json,
  schema: Json,
  schemas: ReadonlyMap<string, Json>,
  has: (form: JsonObject, value: Json) => boolean,
): Json {
  const name = isObject(schema) ? componentName(schema) : undefined;
  const target = name === undefined ? undefined : schemas.get(name);
  if (target !== undefined) return declared(value, target, schemas, has);
  const forms = isObject(schema) ? (alternatives(schema, schemas) ?? []) : [];
  const [form, other] = forms.length > 1 ? forms.filter((each) => has(each, value)) : forms;
  const whole = form === undefined || other !== undefined ? undefined : merged(form, schemas);
  if (whole === undefined) return value;
  const { additionalProperties: rest } = whole;
  if (Array.isArray(value)) {
    return value.map((each: Json) => declared(each, itemsOf(whole), schemas, has));
  }
  const properties = objectAt(whole, "properties");
  if (!isObject(value) || "patternProperties" in whole || rest === true) return value;
  const known = new Set([...Object.keys(properties), ...listAt(whole, "required")]);
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    if (known.size > 0 && !known.has(name) && !isObject(rest)) return [];
    const own = Object.hasOwn(properties, name) ? properties[name] : rest;
    return [[name, declared(member, own ?? true, schemas, has)]];
  });
  return Object.fromEntries(members);
}

/** A value in a form in which results of all clients are equal: without null members, with exact numbers. */
export function comparable(value: Json): Json {
  if (typeof value === "bigint" || typeof value === "number")
    return `number ${Number(value) === Math.trunc(Number(value)) ? BigInt(value) : value}`;
  if (Array.isArray(value)) return value.map(comparable);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    members
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, comparable(member)]),
  );
}
