import type { JsonValue } from "../../formats/json.ts";
import type { Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/** Context of a JSON form: addresses contain the network's HRP, and the alias of a chain. */
export type JsonContext = {
  readonly hrp: string;
  /** Default: the P-chain. */
  readonly chain?: "P" | "X" | "C";
};

/** The codec of one kind of value: its bytes and its JSON form, each in both directions. */
export interface Field<T> {
  encode(writer: Writer, value: T): void;
  /** Throws CodecError. */
  decode(reader: Reader): T;
  toJson(value: T, context: JsonContext): JsonValue;
  /** Reads the JSON form, addresses of any network. Throws FormatError. */
  fromJson(json: JsonValue): T;
  /** The members of the JSON form, if it is an object. */
  readonly members?: () => readonly string[];
}

/** A field that is declared later, for types that refer to each other. */
export function lazy<T>(field: () => Field<T>): Field<T> {
  return {
    encode: (writer, value) => field().encode(writer, value),
    decode: (reader) => field().decode(reader),
    toJson: (value, context) => field().toJson(value, context),
    fromJson: (json) => field().fromJson(json),
    members: () => field().members?.() ?? [],
  };
}
