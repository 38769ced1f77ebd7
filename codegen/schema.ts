import { isObject, type Json, listAt, textAt } from "./load/json.ts";
import type { Schema } from "./model.ts";

/** The component schemas of a document, by name. */
export type SchemaMap = ReadonlyMap<string, Schema>;

/** Integer types that `x-integer` names. */
export const integerKinds = {
  uint16: { wide: false, minimum: 0n, maximum: 0xffffn },
  uint32: { wide: false, minimum: 0n, maximum: 0xffff_ffffn },
  uint64: { wide: true, minimum: 0n, maximum: 0xffff_ffff_ffff_ffffn },
  int64: {
    wide: true,
    minimum: -0x8000_0000_0000_0000n,
    maximum: 0x7fff_ffff_ffff_ffffn,
  },
} as const;

/** The component that is a 64-bit integer as decimal text. */
export const decimalText = "Uint64String";

export type IntegerKind = keyof typeof integerKinds;

/** The kind of integer that the schema itself declares. */
export function integerKind(schema: Schema): IntegerKind | undefined {
  const kind = textAt(schema, "x-integer");
  return kind !== undefined && Object.hasOwn(integerKinds, kind)
    ? (kind as IntegerKind)
    : undefined;
}

/**
 * The name of the component that the schema references: directly, or inside `allOf`, which lets the
 * documents add a description or default to a reference.
 */
export function referenceName(schema: Schema): string | undefined {
  const direct = textAt(schema, "$ref");
  if (direct !== undefined) return direct.split("/").at(-1);
  const all = listAt(schema, "allOf");
  const [only] = all;
  return all.length === 1 && isObject(only) ? referenceName(only) : undefined;
}

/** Whether a reference has siblings that change what is valid. */
export function narrowsReference(schema: Schema): boolean {
  return Object.keys(schema).some((key) => !annotations.has(key));
}

const annotations = new Set(["$ref", "allOf", "title", "description", "default", "examples"]);

/** The forms of a union, or undefined. */
export function unionForms(schema: Schema): readonly Schema[] | undefined {
  const forms = schema["oneOf"] ?? schema["anyOf"];
  return Array.isArray(forms) ? forms.filter(isObject) : undefined;
}

/** The schema with its reference resolved and the siblings of the reference applied. */
export function follow(schema: Schema, schemas: SchemaMap): Schema {
  const name = referenceName(schema);
  const target = name === undefined ? undefined : schemas.get(name);
  if (target === undefined) return schema;
  const { $ref: _ref, allOf: _allOf, ...beside } = schema;
  return { ...follow(target, schemas), ...beside };
}

/** The schemas directly inside a schema. */
export function innerSchemas(schema: Schema): Schema[] {
  const properties = isObject(schema["properties"]) ? Object.values(schema["properties"]) : [];
  const single = [schema["items"], schema["additionalProperties"], schema["not"]];
  const lists = [schema["oneOf"], schema["anyOf"], schema["allOf"]].flatMap((list) =>
    Array.isArray(list) ? (list as readonly Json[]) : [],
  );
  return [...properties, ...single, ...lists].filter((inner) => isObject(inner));
}

/** Whether the schema or anything it refers to satisfies the test. */
export function reaches(
  schema: Schema,
  schemas: SchemaMap,
  test: (schema: Schema) => boolean,
): boolean {
  if (test(schema)) return true;
  const direct = textAt(schema, "$ref")?.split("/").at(-1);
  const target = direct === undefined ? undefined : schemas.get(direct);
  if (target !== undefined) return reaches(target, schemas, test);
  return innerSchemas(schema).some((inner) => reaches(inner, schemas, test));
}
