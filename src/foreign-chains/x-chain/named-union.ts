import { FormatError } from "../../formats/format-error.ts";
import type { Field } from "../../pchain/codec/field.ts";
import { membersOf } from "../../pchain/codec/json-form.ts";
import { withJson } from "../../pchain/codec/struct.ts";
import { union } from "../../pchain/codec/union.ts";
import { xChainTypes } from "./wire-types.ts";

type Kind = keyof typeof xChainTypes;

/**
 * A union whose JSON form begins with the name of the type in Go: AvalancheGo's JSON of the X-chain does not tell, for
 * example, a propertyfx.MintOutput from a propertyfx.OwnedOutput.
 */
export function namedUnion<T extends { readonly kind: Kind }>(
  interfaceName: string,
  fields: { readonly [K in T["kind"]]: Field<Extract<T, { readonly kind: K }>> },
): Field<T> {
  const plain = union<T>({ interfaceName, types: xChainTypes, fields });
  const kinds = Object.keys(fields) as T["kind"][];
  return withJson(
    plain,
    (value, context) => ({
      type: xChainTypes[value.kind].goName,
      ...(plain.toJson(value, context) as object),
    }),
    (json) => {
      const { type } = membersOf(json);
      const kind = kinds.find((each) => xChainTypes[each].goName === type);
      if (kind !== undefined) return (fields[kind] as unknown as Field<T>).fromJson(json);
      const names = kinds.map((each) => xChainTypes[each].goName);
      throw new FormatError(`type: expected one of ${names.join(", ")}`);
    },
  );
}
