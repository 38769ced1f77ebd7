import { encodeBytes } from "../../formats/encoding.ts";
import type { UTXO } from "../../generated/types.ts";
import type { ChainContext } from "../../networks/network.ts";
import { decodeUtxo, utxo as utxoField } from "../../pchain/components/utxo.ts";
import type { UtxoBytes } from "../../store/chain-queries.ts";
import type { HandlerContext } from "../context.ts";
import type { ViewCache } from "./view-cache.ts";

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
    ? { numFetched, utxos: utxos.map((utxo) => utxoText(utxo, encoding, views)), encoding }
    : { numFetched, utxos: utxos.map((utxo) => views.memo(utxoView, utxo, chain)), encoding };
}

/** Throws what `encodeBytes` throws. */
export function utxoText(
  utxo: UtxoBytes,
  encoding: Parameters<typeof encodeBytes>[1],
  views: ViewCache,
): string {
  return encoding === "hex"
    ? views.memo(utxoHex, utxo, undefined)
    : encodeBytes(utxo.bytes, encoding);
}

function utxoHex({ bytes }: UtxoBytes): string {
  return encodeBytes(bytes, "hex");
}

function utxoView({ bytes }: UtxoBytes, { network }: ChainContext): UTXO {
  const value = decodeUtxo(bytes, { bytesMax: bytes.length });
  return utxoField.toJson(value, network) as unknown as UTXO;
}
