import { FormatError } from "../../formats/format-error.ts";
import type { JsonValue } from "../../formats/json.ts";
import type { Field, JsonContext } from "./field.ts";
import { at, listOf, membersOf } from "./json-form.ts";
import { checkSliceLength, sliceLength } from "./primitives.ts";
import type { Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

type Shape<T> = { readonly [K in keyof T]: Field<T[K]> };

/** A struct whose JSON members are inlined, as for Go's embedded structs. */
export type InlineField<T> = Field<T> & { readonly inline: true };

/**
 * Fields in wire order; a key is the JSON name too. Write the type argument: `struct<T>({...})` rejects a
 * missing and a surplus field.
 */
export function struct<T extends object>(shape: Shape<T>): Field<T> {
  const entries = Object.entries(shape) as [keyof T & string, Field<unknown>][];
  return {
    encode(writer, value) {
      for (const [name, field] of entries) field.encode(writer, value[name]);
    },
    decode(reader) {
      const value: Record<string, unknown> = {};
      for (const [name, field] of entries) value[name] = field.decode(reader);
      return value as T;
    },
    toJson(value, context) {
      const json: Record<string, JsonValue> = {};
      for (const [name, field] of entries) {
        const member = field.toJson(value[name], context);
        if (isInline(field)) Object.assign(json, member);
        else json[name] = member;
      }
      return json;
    },
    fromJson(json) {
      const members = membersOf(json);
      const value: Record<string, unknown> = {};
      for (const [name, field] of entries) {
        if (isInline(field)) value[name] = field.fromJson(members);
        else if (Object.hasOwn(members, name)) {
          value[name] = at(name, () => field.fromJson(members[name]!));
        } else throw new FormatError(`${name} is missing`);
      }
      return value as T;
    },
    members: () =>
      entries.flatMap(([name, field]) => (isInline(field) ? (field.members?.() ?? []) : [name])),
  };
}

/** A struct with a `kind`, which identifies it in a union and is not on the wire. */
export function kindStruct<T extends { readonly kind: string }>(
  kind: T["kind"],
  shape: Shape<Omit<T, "kind">>,
): Field<T> {
  const rest = struct<Omit<T, "kind">>(shape);
  return {
    encode: (writer: Writer, value: T) => rest.encode(writer, value),
    decode: (reader: Reader) => ({ kind, ...rest.decode(reader) }) as unknown as T,
    toJson: (value: T, context: JsonContext) => rest.toJson(value, context),
    fromJson: (json: JsonValue) => ({ kind, ...rest.fromJson(json) }) as unknown as T,
    members: rest.members!,
  };
}

export function inline<T>(field: Field<T>): InlineField<T> {
  return { ...field, inline: true };
}

/** The same bytes with another JSON form: other members in other order, or another way to write a value. */
export function withJson<T>(
  field: Field<T>,
  toJson: (value: T, context: JsonContext) => JsonValue,
  fromJson: (json: JsonValue) => T = field.fromJson,
): Field<T> {
  return { ...field, toJson, fromJson };
}

function isInline(field: Field<unknown>): boolean {
  return "inline" in field;
}

/** A u32 count and that many items. */
export function slice<T>(item: Field<T>): Field<readonly T[]> {
  return {
    encode(writer, values) {
      writer.u32(values.length);
      for (const value of values) item.encode(writer, value);
    },
    decode(reader) {
      const length = sliceLength(reader);
      checkSliceLength(length);
      const values: T[] = [];
      for (let i = 0; i < length; i++) values.push(item.decode(reader));
      return values;
    },
    toJson: (values, context) => values.map((value) => item.toJson(value, context)),
    fromJson: (json) =>
      listOf(json).map((each, index) => at(`[${index}]`, () => item.fromJson(each))),
  };
}
