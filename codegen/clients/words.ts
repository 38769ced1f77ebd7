import { kebabName } from "../emit/writer.ts";

/**
 * The words of a name, in lower case: `getL1Validator` is get, l1, validator; `utxoIDs` is utxo, ids;
 * `P/block` is p, block.
 */
export function words(name: string): string[] {
  return name.split(/[^A-Za-z0-9]+/).flatMap((part) => kebabName(part).split("-"));
}
