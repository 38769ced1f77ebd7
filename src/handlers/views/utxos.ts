import type { UTXO } from "../../generated/types.ts";
import type { ChainContext } from "../../networks/network.ts";
import { decodeUtxo, utxo as utxoField } from "../../pchain/components/utxo.ts";
import type { UtxoBytes } from "../../store/chain-queries.ts";
import { utxoText } from "./utxo-text.ts";

/** UTXOs in an encoding, and how many they are. */
export type EncodedUtxos =
  | { readonly numFetched: string; readonly utxos: string[]; readonly encoding: "hex" }
  | { readonly numFetched: string; readonly utxos: UTXO[]; readonly encoding: "json" };

export function encodedUtxos(
  utxos: readonly UtxoBytes[],
  encoding: "hex" | "json",
  chain: ChainContext,
): EncodedUtxos {
  const numFetched = utxos.length.toString();
  return encoding === "hex"
    ? { numFetched, utxos: utxos.map((utxo) => utxoText(utxo, encoding)), encoding }
    : { numFetched, utxos: utxos.map((utxo) => utxoView(utxo, chain)), encoding };
}

/** The store gives the same object again for as long as it keeps it, so that it is read once. */
const views = new WeakMap<UtxoBytes, UTXO>();

function utxoView(utxo: UtxoBytes, { network }: ChainContext): UTXO {
  const known = views.get(utxo);
  if (known !== undefined) return known;
  const value = decodeUtxo(utxo.bytes, { bytesMax: utxo.bytes.length });
  const view = utxoField.toJson(value, network) as unknown as UTXO;
  views.set(utxo, view);
  return view;
}
