import type { Field } from "./field.ts";
import { checkSliceLength, sliceLength } from "./primitives.ts";

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
