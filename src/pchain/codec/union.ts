import { FormatError } from "../../formats/format-error.ts";
import type { JsonValue } from "../../formats/json.ts";
import type { Field, JsonContext } from "./field.ts";
import { membersOf } from "./json-form.ts";
import { CodecError, type Reader, type RegisteredType, type RegisteredTypes } from "./reader.ts";
import type { Writer } from "./writer.ts";

/** A type registered with a Go codec: its ID on the wire, and its name, which error texts contain. */
export type WireType = { readonly typeID: number; readonly goName: string };

export function registerTypes<Name extends string>(
  types: Readonly<Record<Name, WireType>>,
  fields: { readonly [N in Name]?: RegisteredType["field"] } = {},
): RegisteredTypes {
  const registered: Record<number, RegisteredType> = {};
  for (const name of Object.keys(types) as Name[]) {
    const { typeID, goName } = types[name];
    const field = fields[name];
    registered[typeID] = field === undefined ? { goName } : { goName, field };
  }
  return registered;
}

type UnionFields<T extends { readonly kind: string }> = {
  readonly [K in T["kind"]]: Field<Extract<T, { readonly kind: K }>>;
};

/**
 * A u32 type ID and the value: a Go interface that some of the registered types implement.
 * avalanchego codec/linearcodec/codec.go @ v1.12.1
 */
export function union<T extends { readonly kind: string }>(options: {
  /** Go's name of the interface. */
  readonly interfaceName: string;
  readonly types: Readonly<Record<T["kind"], WireType>>;
  readonly fields: UnionFields<T>;
}): Field<T> {
  const types = options.types as Readonly<Record<string, WireType>>;
  const fields = options.fields as Readonly<Record<string, Field<T>>>;
  const byTypeID = new Map(
    Object.entries(fields).map(([kind, field]) => [types[kind]!.typeID, field]),
  );
  return {
    encode(writer: Writer, value: T) {
      writer.u32(types[value.kind]!.typeID);
      fields[value.kind]!.encode(writer, value);
    },
    decode(reader: Reader): T {
      const typeID = readTypeID(reader);
      const goName = reader.types?.[typeID]?.goName;
      const isKnown = reader.types === undefined || goName !== undefined;
      const field = isKnown ? byTypeID.get(typeID) : undefined;
      if (field === undefined) throw refusal(goName, typeID, options.interfaceName);
      if (reader.openTypes.includes(typeID)) {
        throw new CodecError(`recursive interface types: *${goName}`);
      }
      reader.openTypes.push(typeID);
      const value = field.decode(reader);
      reader.openTypes.pop();
      return value;
    },
    toJson(value: T, context: JsonContext): JsonValue {
      return fields[value.kind]!.toJson(value, context);
    },
    fromJson: (json) => fields[kindOf(Object.keys(membersOf(json)), fields)]!.fromJson(json),
  };
}

/** The JSON form does not name the kind: the one that has these members, not counting those that follow from others. */
function kindOf(
  names: readonly string[],
  fields: Readonly<Record<string, Pick<Field<never>, "members">>>,
): string {
  const given = names
    .filter((name) => !derivedMembers.has(name))
    .sort()
    .join();
  const found = Object.entries(fields).filter(
    ([, { members }]) => members !== undefined && [...members()].sort().join() === given,
  );
  if (found.length === 1) return found[0]![0];
  throw new FormatError(`no kind has the members ${names.join(", ") || "of an empty object"}`);
}

const derivedMembers: ReadonlySet<string> = new Set(["fxID"]);

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
