import { isObject, type Json } from "../json/parse.ts";
import type { Schema } from "./packed.ts";

/** Component schemas by name. */
export type SchemaMap = ReadonlyMap<string, Schema>;

/** The component that a schema is: a plain reference, or the only one in `allOf`. */
export function referenceName(schema: Schema): string | undefined {
  const direct = schema["$ref"];
  if (typeof direct === "string") return direct.split("/").at(-1);
  const all = schemaList(schema["allOf"]);
  return all.length === 1 ? referenceName(all[0]!) : undefined;
}

/** The schema with its reference resolved and the siblings of the reference applied. */
export function follow(schema: Schema, schemas: SchemaMap): Schema {
  const name = referenceName(schema);
  const target = name === undefined ? undefined : schemas.get(name);
  if (target === undefined) return schema;
  const { $ref: _ref, allOf: _allOf, ...beside } = schema;
  return { ...follow(target, schemas), ...beside };
}

/** The forms of a union, or none. */
export function unionForms(schema: Schema): readonly Schema[] {
  return schemaList(schema["oneOf"] ?? schema["anyOf"]);
}

export function integerKind(schema: Schema): string | undefined {
  const kind = schema["x-integer"];
  return typeof kind === "string" ? kind : undefined;
}

/** Returns the values of a schema that is a choice among constants. */
export function choices(schema: Schema): readonly Json[] {
  if (Array.isArray(schema["enum"])) return schema["enum"];
  return "const" in schema ? [schema["const"]!] : [];
}

export function descriptionOf(schema: Schema): string {
  const text = schema["description"];
  return typeof text === "string" ? text : "";
}

export type Member = {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
};

/** The members of an object schema. */
export function membersOf(schema: Schema): readonly Member[] {
  const properties = schema["properties"];
  if (!isObject(properties)) return [];
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(properties).map(([name, member]) => ({
    name,
    schema: isObject(member) ? member : {},
    required: required.includes(name),
  }));
}

/** Describes the limits that are not part of the type: lengths, ranges, patterns. */
export function limitsOf(schema: Schema): readonly string[] {
  const range = integerKind(schema) === undefined ? ["minimum", "maximum"] : [];
  return [
    rangeText(schema["minLength"], schema["maxLength"], "characters"),
    rangeText(schema["minItems"], schema["maxItems"], "items"),
    range.length === 0 ? "" : rangeText(schema["minimum"], schema["maximum"], ""),
    schema["uniqueItems"] === true ? "no item twice" : "",
    patternText(schema),
  ].filter((text) => text !== "");
}

function patternText(schema: Schema): string {
  const expected = schema["x-expected"];
  if (typeof expected === "string") return expected;
  if (integerKind(schema) !== undefined) return "";
  return typeof schema["pattern"] === "string" ? `pattern \`${schema["pattern"]}\`` : "";
}

function rangeText(least: Json | undefined, most: Json | undefined, unit: string): string {
  if (least === undefined && most === undefined) return "";
  const bounds =
    most === undefined
      ? `at least ${least}`
      : least === undefined
        ? `at most ${most}`
        : least === most
          ? `exactly ${least}`
          : `${least} to ${most}`;
  return unit === "" ? bounds : `${bounds} ${unit}`;
}

function schemaList(value: Json | undefined): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
