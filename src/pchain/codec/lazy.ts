import type { Field } from "./field.ts";

/** A field that is declared further down: types that name each other. */
export function lazy<T>(field: () => Field<T>): Field<T> {
  return {
    encode: (writer, value) => field().encode(writer, value),
    decode: (reader) => field().decode(reader),
    toJson: (value, context) => field().toJson(value, context),
  };
}
