import { inlineNames } from "../../codegen/clients/inline-names.ts";
import { pascalName } from "../../codegen/emit/writer.ts";
import type { Param } from "../contract/contract.ts";
import type { Schema } from "../contract/packed.ts";
import {
  choices,
  follow,
  integerKind,
  membersOf,
  referenceName,
  type SchemaMap,
  unionForms,
} from "../contract/schema.ts";
import { inputOf } from "../form/field.ts";
import { fits } from "../form/value.ts";
import { isObject, type Json } from "../json/parse.ts";
import type { Call } from "./call.ts";

/** A param with its value, as the typed clients see it: every type has the name that it has there. */
export type Argument = {
  readonly name: string;
  readonly required: boolean;
  readonly value: TypedValue;
};

export type TypedValue =
  | { readonly kind: "text"; readonly type: string | undefined; readonly text: string }
  /** A value of an enum. */
  | { readonly kind: "word"; readonly type: string; readonly word: string }
  | { readonly kind: "integer"; readonly size: string; readonly digits: string }
  | { readonly kind: "boolean"; readonly text: string }
  /** With a point in it always. */
  | { readonly kind: "decimal"; readonly text: string }
  | {
      readonly kind: "list";
      readonly itemType: string | undefined;
      readonly items: readonly TypedValue[];
    }
  | {
      readonly kind: "object";
      readonly type: string;
      readonly members: readonly Argument[];
      /** Every member that the type has, in its order. */
      readonly names: readonly string[];
    }
  | { readonly kind: "union"; readonly type: string; readonly form: TypedValue };

/**
 * Returns the arguments of a call in document order. Throws NotTyped if a typed client could not
 * send a value.
 */
export function argumentsOf({ method, params, schemas, profile }: Call): readonly Argument[] {
  const known = new Set(method.params.map(({ name }) => name));
  const stranger = Object.keys(params).find((name) => !known.has(name));
  if (stranger !== undefined) throw new NotTyped(stranger);
  return method.params.flatMap((param: Param) => {
    const { name, required, schema } = param;
    const value = params[name];
    if (value === undefined && required) throw new NotTyped(name);
    if (value === undefined) return [];
    const prefix = method.changesParams && profile !== "spec" ? pascalName(profile) : "";
    const place = prefix + pascalName(`${method.name}.${name}`);
    return [{ name, required, value: typed(schema, value, place, schemas) }];
  });
}

/** Whether the result is an object without members, for which clients return nothing. */
export function answersNothing({ method, schemas }: Call): boolean {
  const result = follow(method.result.schema, schemas);
  const isClosed = result["type"] === "object" && result["additionalProperties"] === false;
  return isClosed && membersOf(result).length === 0;
}

function typed(written: Schema, value: Json, place: string, schemas: SchemaMap): TypedValue {
  const schema = follow(written, schemas);
  const component = referenceName(written);
  const named = component ?? inlineNames.get(place)?.name ?? place;
  if (!fits(value, inputOf(written, schemas))) throw new NotTyped(place);
  const forms = unionForms(schema);
  if (forms.length > 0) {
    const form = forms.find((each) => isOf(each, value, schemas));
    if (form === undefined) throw new NotTyped(place);
    return { kind: "union", type: named, form: typed(form, value, `${named}Form`, schemas) };
  }
  const size = integerKind(schema);
  if (size !== undefined) {
    const digits = String(value);
    if (!/^-?[0-9]+$/.test(digits)) throw new NotTyped(place);
    return { kind: "integer", size, digits };
  }
  if (choices(schema).length > 0) return { kind: "word", type: named, word: String(value) };
  if (typeof value === "boolean") return { kind: "boolean", text: String(value) };
  if (Array.isArray(value) && isObject(schema["items"])) {
    const items = schema["items"];
    return {
      kind: "list",
      itemType: referenceName(items),
      items: value.map((item) => typed(items, item as Json, `${place}Item`, schemas)),
    };
  }
  if (isObject(value)) {
    const members = membersOf(schema).flatMap(({ name, required, schema: inner }) =>
      value[name] === undefined
        ? []
        : [{ name, required, value: typed(inner, value[name], named + pascalName(name), schemas) }],
    );
    const names = membersOf(schema).map(({ name }) => name);
    return { kind: "object", type: named, members, names };
  }
  if (typeof value === "number" && schema["type"] === "number") {
    return { kind: "decimal", text: Number.isInteger(value) ? `${value}.0` : String(value) };
  }
  if (typeof value === "string") return { kind: "text", type: component, text: value };
  throw new NotTyped(place);
}

/** Unlike a form's input, which accepts any text, a union distinguishes words and digits. */
function isOf(form: Schema, value: Json, schemas: SchemaMap): boolean {
  const schema = follow(form, schemas);
  if (integerKind(schema) !== undefined) return /^-?[0-9]+$/.test(String(value));
  return fits(value, inputOf(form, schemas));
}

/** A typed client could not send the value: an unknown param, a missing one, or another type. */
export class NotTyped extends Error {
  override readonly name = "NotTyped";
}
