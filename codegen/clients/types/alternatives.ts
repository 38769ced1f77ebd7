import { sharedValues } from "../../diff/merge.ts";
import { componentName } from "../../foreign/pointers.ts";
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from "../../load/json.ts";
import { isOfType, kindsOfValues, listedValues } from "../../schema-kind.ts";

type Schemas = ReadonlyMap<string, Json>;

/** More alternatives than this are not distinguished. */
const alternativesMax = 200;

/** The parts of an `allOf` multiply: more combinations of their forms than this are not distinguished. */
const combinationsMax = 40;

const annotations = new Set([
  "title",
  "description",
  "default",
  "examples",
  "example",
  "deprecated",
  "$comment",
  "$id",
  "$schema",
  "readOnly",
  "writeOnly",
]);

/** Whether a keyword does not decide which values match. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || (keyword.startsWith("x-") && keyword !== "x-integer");
}

/**
 * The forms that a value of the schema can have: those of its `oneOf` or `anyOf`, of a list of types,
 * and the combinations of forms of the parts of an `allOf`. A form is a reference, or a schema without
 * `oneOf` and `anyOf`. Undefined if there are too many.
 */
export function alternatives(schema: JsonObject, schemas: Schemas): JsonObject[] | undefined {
  const flat = split(schema, schemas, new Set());
  if (flat === undefined || flat.length > alternativesMax) return undefined;
  return flat;
}

/** The forms without that of any integer, if one is any number: clients cannot distinguish them, and have no reason to. */
export function withoutPlainIntegers(forms: readonly JsonObject[]): readonly JsonObject[] {
  return forms.some((form) => isPlain(form, "number"))
    ? forms.filter((form) => !isPlain(form, "integer"))
    : forms;
}

/** Whether a form is any value of a type. */
function isPlain(form: JsonObject, type: string): boolean {
  const isFree = Object.keys(form).every((key) => key === "type" || isAnnotation(key));
  return form["type"] === type && isFree;
}

/** Whether a reference leads to a schema that only allows null: a form of its own would be a type without values. */
function isNull(schema: JsonObject, schemas: Schemas, depth = 0): boolean {
  const name = componentName(schema);
  const target = name === undefined ? undefined : schemas.get(name);
  if (!isObject(target) || depth > 8) return false;
  return target["type"] === "null" || isNull(target, schemas, depth + 1);
}

function split(
  schema: JsonObject,
  schemas: Schemas,
  open: ReadonlySet<string>,
): JsonObject[] | undefined {
  if (isNull(schema, schemas)) return [{ type: "null" }];
  if (componentName(schema) !== undefined) return [{ $ref: schema["$ref"] as Json }];
  const own = withoutCombiners(schema);
  const parts = ["oneOf", "anyOf"].flatMap((key) =>
    Array.isArray(schema[key]) ? [possible(listAt(schema, key))] : [],
  );
  const all = listAt(schema, "allOf").filter(isObject);
  const isBare = Object.keys(own).every((key) => isAnnotation(key) || key === "type");
  if (parts.length === 0 && all.length === 0) return splitTypes(schema);
  const { nullable, ...rest } = schema;
  if (nullable !== undefined) {
    const forms = split(rest, schemas, open);
    return nullable === true && "type" in rest ? forms && [...forms, { type: "null" }] : forms;
  }
  const [only] = all;
  if (parts.length === 0 && all.length === 1 && isBare && only !== undefined) {
    return split(only, schemas, open);
  }
  if (parts.length === 1 && all.length === 0 && isBare) {
    return flatten(parts[0] as JsonObject[], schemas, open);
  }
  // Every form of a part with every form of the others, each as one allOf.
  let combined: JsonObject[][] = [isBare && !("type" in own) ? [] : [own]];
  for (const part of [...all.map((each) => [each]), ...parts]) {
    const forms = flatten(part, schemas, open);
    if (forms === undefined) return undefined;
    const opened = forms.flatMap((form) => unfold(form, schemas, open));
    combined = combined.flatMap((chosen) => opened.map((form) => [...chosen, form]));
    if (combined.length > combinationsMax) return undefined;
  }
  const shown = Object.fromEntries(
    Object.entries(own).filter(([key]) => isAnnotation(key)),
  ) as JsonObject;
  return combined.map((chosen) => ({ ...shown, allOf: chosen }));
}

/** The alternatives that a value can have; `true` allows anything. */
function possible(forms: readonly Json[]): JsonObject[] {
  const left = forms.flatMap((form) => (form === true ? [{}] : isObject(form) ? [form] : []));
  return left.length === 0 ? [{}] : left;
}

function flatten(
  forms: readonly JsonObject[],
  schemas: Schemas,
  open: ReadonlySet<string>,
): JsonObject[] | undefined {
  const flat: JsonObject[] = [];
  for (const form of forms) {
    const own = split(form, schemas, open);
    if (own === undefined || flat.length + own.length > alternativesMax) return undefined;
    flat.push(...own);
  }
  return flat;
}

/** The forms of a component that a form refers to, if it is a union; else the form. */
function unfold(form: JsonObject, schemas: Schemas, open: ReadonlySet<string>): JsonObject[] {
  const name = componentName(form);
  const target = name === undefined ? undefined : schemas.get(name);
  if (name === undefined || !isObject(target) || open.has(name)) return [form];
  const own = split(target, schemas, new Set([...open, name]));
  return own === undefined || own.length < 2
    ? [form]
    : own.flatMap((each) => unfold(each, schemas, new Set([...open, name])));
}

/** A form for each of several types. */
function splitTypes(schema: JsonObject): JsonObject[] {
  const types = schema["type"];
  const own = Array.isArray(types) ? types.map(String) : typesOfValues(schema);
  const values = listAt(schema, "enum");
  const nullable =
    (schema["nullable"] === true && "type" in schema) ||
    (values.length > 1 && values.includes(null));
  const forms = own.length === 0 ? [schema] : own.map((type) => typed(schema, type));
  const rest = nullable ? forms.map((form) => ("enum" in form ? withoutNull(form) : form)) : forms;
  const hasNull = rest.some((form) => form["type"] === "null");
  return nullable && !hasNull ? [...rest, { type: "null" }] : rest;
}

/** The types of an enum that names none, if its values have several besides null. */
function typesOfValues(schema: JsonObject): string[] {
  const kinds = "type" in schema ? [] : kindsOfValues(schema);
  return kinds.filter((kind) => kind !== "null").length > 1 ? kinds : [];
}

/** The schema for one of its types: of an enum, the values of that type. */
function typed(schema: JsonObject, type: string): JsonObject {
  if (!("enum" in schema)) return { ...schema, type };
  const values = listAt(schema, "enum").filter((value) => isOfType(value, type));
  return { ...schema, type, enum: values };
}

function withoutNull(schema: JsonObject): JsonObject {
  return { ...schema, enum: listAt(schema, "enum").filter((value) => value !== null) };
}

function withoutCombiners(schema: JsonObject): JsonObject {
  const { oneOf: _oneOf, anyOf: _anyOf, allOf: _allOf, ...own } = schema;
  return own;
}

/**
 * One schema that says what a schema without `oneOf` and `anyOf` and the parts of its `allOf` say
 * together. Undefined if the parts have different types, or a part cannot be merged.
 */
export function merged(schema: JsonObject, schemas: Schemas): JsonObject | undefined {
  return merge(schema, schemas, new Set());
}

function merge(
  schema: JsonObject,
  schemas: Schemas,
  open: ReadonlySet<string>,
): JsonObject | undefined {
  const name = componentName(schema);
  if (name !== undefined) {
    const target = schemas.get(name);
    if (!isObject(target) || open.has(name)) return undefined;
    return merge(target, schemas, new Set([...open, name]));
  }
  if ("oneOf" in schema || "anyOf" in schema) {
    const forms = split(schema, schemas, open);
    const [only] = forms ?? [];
    if (forms?.length !== 1 || only === undefined || only === schema) return undefined;
    return merge(only, schemas, open);
  }
  if (!("allOf" in schema)) return schema;
  let whole: JsonObject | undefined = withoutCombiners(schema);
  for (const part of listAt(schema, "allOf").filter(isObject)) {
    const own = merge(part, schemas, open);
    whole = own === undefined || whole === undefined ? undefined : join(whole, own);
    if (whole === undefined) return undefined;
  }
  return whole;
}

function join(a: JsonObject, b: JsonObject): JsonObject | undefined {
  const [typeA, typeB] = [textAt(a, "type"), textAt(b, "type")];
  if (typeA !== undefined && typeB !== undefined && typeA !== typeB) return undefined;
  const required = [...new Set([...listAt(a, "required"), ...listAt(b, "required")])];
  const properties: Record<string, Json> = { ...objectAt(a, "properties") };
  for (const [name, own] of Object.entries(objectAt(b, "properties"))) {
    const other = Object.hasOwn(properties, name) ? properties[name] : undefined;
    properties[name] = other === undefined || !isNarrower(other, own) ? own : other;
  }
  const joined: Record<string, Json> = { ...b, ...a };
  if (Array.isArray(a["enum"]) && Array.isArray(b["enum"])) {
    joined["enum"] = sharedValues(a["enum"], b["enum"]);
  }
  if (required.length > 0) joined["required"] = required;
  if (Object.keys(properties).length > 0) joined["properties"] = properties;
  // Closed parts of an allOf would refuse each other's members: the whole is read as open.
  const rest = [a["additionalProperties"], b["additionalProperties"]].find(
    (each) => isObject(each) || each === true,
  );
  delete joined["additionalProperties"];
  if (rest !== undefined) joined["additionalProperties"] = rest;
  return joined;
}

/** Whether the first of two schemas for one member says more: it lists fewer values. */
function isNarrower(a: Json, b: Json): boolean {
  const count = (schema: Json) =>
    isObject(schema) ? listedValues(schema).length || Number.MAX_VALUE : Infinity;
  return count(a) < count(b);
}
