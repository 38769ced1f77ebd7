import { encodeBytes } from "../../formats/encoding.ts";
import { formatJson } from "../../formats/json.ts";
import type { AnyHexEncoding, UTXO } from "../../generated/types.ts";
import type { ChainContext } from "../../networks/network.ts";
import { decodeUtxo, utxo as utxoField } from "../../pchain/components/utxo.ts";
import type { UtxoBytes } from "../../store/chain-queries.ts";
import type { HandlerContext } from "../context.ts";

/** UTXOs in an encoding, and their number. */
export type EncodedUtxos =
  | { readonly numFetched: string; readonly utxos: string[]; readonly encoding: "hex" }
  | { readonly numFetched: string; readonly utxos: UTXO[]; readonly encoding: "json" };

export function encodedUtxos(
  utxos: readonly UtxoBytes[],
  encoding: "hex" | "json",
  { chain, views }: Pick<HandlerContext, "chain" | "views">,
): EncodedUtxos {
  const numFetched = utxos.length.toString();
  return encoding === "hex"
    ? { numFetched, utxos: utxos.map((utxo) => views.memo(utxoHex, utxo, undefined)), encoding }
    : { numFetched, utxos: utxos.map((utxo) => views.memo(utxoView, utxo, chain)), encoding };
}

/** UTXOs as written items of a JSON array. Those of a list that the store has not changed are written once. */
export function utxoItems(
  lists: readonly (readonly UtxoBytes[])[],
  encoding: AnyHexEncoding | "json",
  { chain, views }: Pick<HandlerContext, "chain" | "views">,
): string {
  return lists
    .filter(({ length }) => length > 0)
    .map((list) => {
      if (encoding === "hex") return views.memo(hexItems, list, undefined);
      const items = list.map((utxo) =>
        encoding === "json" ? views.memo(utxoView, utxo, chain) : encodeBytes(utxo.bytes, encoding),
      );
      return formatJson(items).slice(1, -1);
    })
    .join(",");
}

/** One flat string: parts of others would keep those in memory. */
function hexItems(list: readonly UtxoBytes[]): string {
  const items = list.map((utxo) => `"${utxoHex(utxo)}"`);
  return Buffer.from(items.join(","), "latin1").toString("latin1");
}

function utxoHex({ bytes }: UtxoBytes): string {
  return encodeBytes(bytes, "hex");
}

function utxoView({ bytes }: UtxoBytes, { network }: ChainContext): UTXO {
  const value = decodeUtxo(bytes, { bytesMax: bytes.length });
  return utxoField.toJson(value, network) as unknown as UTXO;
}
