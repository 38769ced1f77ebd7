import { FormatError } from "../../formats/format-error.ts";
import { formatHex, parseHex } from "../../formats/hex.ts";
import { formatJson, type JsonValue, parseJson } from "../../formats/json.ts";
import { CodecError } from "../../pchain/codec/reader.ts";
import { parseTx, type Tx } from "../../pchain/txs/tx.ts";
import { txCodecOf } from "../../pchain/txs/unsigned-tx.ts";
import { MeshError } from "../mesh-error.ts";
import type { MeshContext } from "../operation.ts";

/** A transaction, and the address that owns each coin that it spends. */
export type OwnedTx = { readonly tx: Tx; readonly owners: ReadonlyMap<string, string> };

/** The text that construction passes from one operation to the next. */
export function formatOwnedTx({ tx, owners }: OwnedTx): string {
  return formatJson({ tx: formatHex(tx.bytes), owners: Object.fromEntries(owners) });
}

/** Reads the value of a field. Throws MeshError. */
export function parseOwnedTx(
  field: "transaction" | "signed_transaction" | "unsigned_transaction",
  text: string,
  { chain }: Pick<MeshContext, "chain">,
): OwnedTx {
  try {
    const { tx, owners } = membersOf(parseJson(text));
    return { tx: parseTx(parseHex(tx), txCodecOf(chain.network.release)), owners };
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof CodecError)) throw error;
    const from = field === "unsigned_transaction" ? "payloads" : "combine";
    const sources =
      field === "transaction" ? "/construction/payloads or combine" : `/construction/${from}`;
    throw new MeshError(
      "bytesInvalid",
      `${field}: expected what ${sources} returned: ${error.message}`,
    );
  }
}

function membersOf(value: JsonValue) {
  const { tx, owners } = Object(value) as { readonly tx?: unknown; readonly owners?: unknown };
  const entries = Object.entries(Object(owners) as object);
  if (typeof tx !== "string" || entries.some(([, owner]) => typeof owner !== "string")) {
    throw new FormatError("expected an object with `tx` and `owners`");
  }
  return { tx, owners: new Map(entries as [string, string][]) };
}
