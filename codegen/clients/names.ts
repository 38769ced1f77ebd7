import { kebabName } from "../emit/writer.ts";

/**
 * Splits a name into words in lower case: `getL1Validator` into get, l1, validator; `utxoIDs` into utxo,
 * ids; `P/block` into p, block. An acronym that ends in another is two words: `UTXOID` is utxo, id.
 */
export function words(name: string): string[] {
  return name
    .replaceAll("UTXOID", "UtxoID")
    .split(/[^A-Za-z0-9]+/)
    .flatMap((part) => kebabName(part).split("-"));
}

/** `getL1Validator` as `get_l1_validator`, `nodeIDs` as `node_ids`. */
export function snakeName(name: string): string {
  return words(name).join("_");
}

/** `UTXOIndex` as `UtxoIndex`, `platform.getVMs` as `PlatformGetVms`. */
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
  return snakeName(name).toUpperCase();
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Initialisms that Go writes in one case, as its linters require. */
const initialisms = new Set(
  "acp acps avm bls fx fxs id ids ip json l1 p pop rpc utxo utxos vm vms uri url".split(" "),
);

/** `getL1Validator` as `GetL1Validator`, `Id` as `ID`, `nodeIDs` as `NodeIDs`. */
export function goName(name: string): string {
  return words(name).map(goWord).join("");
}

function goWord(word: string): string {
  if (!initialisms.has(word)) return capital(word);
  return word.endsWith("s") ? `${word.slice(0, -1).toUpperCase()}s` : word.toUpperCase();
}
