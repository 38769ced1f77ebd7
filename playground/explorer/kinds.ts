import type { SchemaMap } from "../contract/schema.ts";
import { membersOf, referenceName, unionForms } from "../contract/schema.ts";
import { isObject, type Json, type JsonObject } from "../json/parse.ts";

/**
 * The kind of an unsigned transaction in its JSON form, which does not name it: the form of the
 * document's union whose required members are exactly the transaction's.
 */
export function txKind(tx: Json | undefined, schemas: SchemaMap): string {
  const unsigned = isObject(tx) ? tx["unsignedTx"] : undefined;
  if (!isObject(unsigned)) return "Transaction";
  const kind = unionForms(schemas.get("UnsignedTx") ?? {})
    .map((form) => referenceName(form) ?? "")
    .find((name) => hasExactly(unsigned, schemas, name));
  return kind ?? "Transaction";
}

function hasExactly(value: JsonObject, schemas: SchemaMap, name: string): boolean {
  const members = membersOf(schemas.get(name) ?? {});
  const required = members.filter((member) => member.required).length;
  const names = Object.keys(value);
  return (
    names.length >= required &&
    members.length > 0 &&
    names.every((each) => members.some((member) => member.name === each)) &&
    members.every((member) => !member.required || member.name in value)
  );
}

/** The kind of a block in its JSON form; `Option` if only its bytes say which one. */
export function blockKind(block: JsonObject, schemas: SchemaMap): string {
  const { txs, tx, time } = block;
  const era = time === undefined ? "Apricot" : "Banff";
  if (tx !== undefined) {
    const isAtomic = /^(?:Import|Export)Tx$/.test(txKind(tx, schemas));
    return `${era}${isAtomic ? "Atomic" : "Proposal"}`;
  }
  return `${era}${txs === undefined ? "Option" : "Standard"}`;
}

// The type IDs of option blocks in the codec, after two bytes of its version.
const optionKinds: Readonly<Record<string, string>> = {
  "00000001": "ApricotAbort",
  "00000002": "ApricotCommit",
  "0000001e": "BanffAbort",
  "0000001f": "BanffCommit",
};

/** The kind of an option block, from its bytes in hex. */
export function optionKind(hex: string): string {
  return optionKinds[hex.slice(6, 14)] ?? "Option";
}

/** `BanffStandard` as `Standard`: what a narrow column has room for. */
export function shortKind(kind: string): string {
  return kind.replace(/^(?:Apricot|Banff)/, "").replace(/Tx$/, "");
}
