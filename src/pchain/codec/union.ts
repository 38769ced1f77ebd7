import type { JsonValue } from "../../formats/json.ts";
import type { Field, JsonContext } from "./field.ts";
import { CodecError, type Reader } from "./reader.ts";
import type { Writer } from "./writer.ts";

/** Kind -> type ID and field. */
export type UnionMembers<T extends { readonly kind: string }> = {
  readonly [K in T["kind"]]: {
    readonly typeID: number;
    readonly field: Field<Extract<T, { readonly kind: K }>>;
  };
};

/**
 * A u32 type ID and the value: an interface of Go that some of the registered types implement.
 * avalanchego codec/linearcodec/codec.go @ v1.12.1
 */
export function union<T extends { readonly kind: string }>(options: {
  /** Go's name of the interface. */
  readonly interfaceName: string;
  readonly members: UnionMembers<T>;
}): Field<T> {
  const byKind = options.members as Readonly<Record<string, { typeID: number; field: Field<T> }>>;
  const byTypeID = new Map(Object.values(byKind).map(({ typeID, field }) => [typeID, field]));
  return {
    encode(writer: Writer, value: T) {
      const { typeID, field } = byKind[value.kind]!;
      writer.u32(typeID);
      field.encode(writer, value);
    },
    decode(reader: Reader): T {
      const typeID = readTypeID(reader);
      const field = byTypeID.get(typeID);
      if (field === undefined)
        throw refusal(reader.typeNames[typeID], typeID, options.interfaceName);
      if (reader.openTypes.includes(typeID)) {
        throw new CodecError(`recursive interface types: *${reader.typeNames[typeID]}`);
      }
      reader.openTypes.push(typeID);
      const value = field.decode(reader);
      reader.openTypes.pop();
      return value;
    },
    toJson(value: T, context: JsonContext): JsonValue {
      return byKind[value.kind]!.field.toJson(value, context);
    },
  };
}

function refusal(name: string | undefined, typeID: number, interfaceName: string): CodecError {
  const reason =
    name === undefined
      ? `unknown type ID ${typeID}`
      : `*${name} does not implement interface ${interfaceName}`;
  return new CodecError(`couldn't unmarshal interface: ${reason}`);
}

function readTypeID(reader: Reader): number {
  try {
    return reader.u32();
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new CodecError(`couldn't unmarshal interface: ${error.message}`);
  }
}
