import { encodeBytes } from "../../formats/encoding.ts";
import type { UtxoBytes } from "../../store/chain-queries.ts";

/** The store gives the same object again for as long as it keeps it, so that its text is worked out once. */
const hexTexts = new WeakMap<UtxoBytes, string>();

/** Throws what `encodeBytes` throws. */
export function utxoText(utxo: UtxoBytes, encoding: Parameters<typeof encodeBytes>[1]): string {
  if (encoding !== "hex") return encodeBytes(utxo.bytes, encoding);
  const known = hexTexts.get(utxo);
  if (known !== undefined) return known;
  const text = encodeBytes(utxo.bytes, encoding);
  hexTexts.set(utxo, text);
  return text;
}
