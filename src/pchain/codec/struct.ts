import type { JsonValue } from "../../formats/json.ts";
import type { Field, JsonContext } from "./field.ts";
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
  };
}

export function inline<T>(field: Field<T>): InlineField<T> {
  return { ...field, inline: true };
}

/** The same bytes with another JSON form. */
export function withJson<T>(
  field: Field<T>,
  toJson: (value: T, context: JsonContext) => JsonValue,
): Field<T> {
  return { encode: field.encode, decode: field.decode, toJson };
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
  };
}
