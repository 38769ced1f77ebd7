import { words as wordsOf } from "./words.ts";

/** `getL1Validator` as `get_l1_validator`, `nodeIDs` as `node_ids`. */
export function snakeName(name: string): string {
  return words(name).join("_");
}

/** `UTXOIndex` as `UtxoIndex`, `platform.getVMs` as `PlatformGetVms`: an acronym is a word like others. */
export function wordName(name: string): string {
  return words(name).map(capital).join("");
}

/** `nodeIDs` as `nodeIds`. */
export function lowerWordName(name: string): string {
  const [first = "", ...rest] = words(name);
  return first + rest.map(capital).join("");
}

/** `AliasNotFound` as `ALIAS_NOT_FOUND`. */
export function constantName(name: string): string {
  return words(name).join("_").toUpperCase();
}

/** An acronym that ends in another is two words. */
function words(name: string): string[] {
  return wordsOf(name.replaceAll("UTXOID", "UtxoID"));
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
