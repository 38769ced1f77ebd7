import { type Json, type JsonObject, textAt } from "./load/json.ts";

/** A param or a result as a document declares it. */
export type Descriptor = {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: Json;
};

/** Reads a content descriptor, which is not a reference. Without a schema it allows anything. */
export function readDescriptor(written: JsonObject): Descriptor {
  return {
    name: textAt(written, "name") ?? "",
    description: textAt(written, "description") ?? textAt(written, "summary") ?? "",
    required: written["required"] === true,
    schema: written["schema"] ?? true,
  };
}
