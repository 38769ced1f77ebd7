import { words } from "../words.ts";

/** Words that Go writes in capitals, as its own linters ask. */
const initialisms = new Set(
  "acp acps avm bls fx fxs id ids ip json l1 p pop rpc utxo utxos vm vms uri url".split(" "),
);

/** `getL1Validator` as `GetL1Validator`, `Id` as `ID`, `nodeIDs` as `NodeIDs`. */
export function goName(name: string): string {
  return words(name).map(capitalise).join("");
}

function capitalise(word: string): string {
  if (!initialisms.has(word)) return word.slice(0, 1).toUpperCase() + word.slice(1);
  return word.endsWith("s") ? `${word.slice(0, -1).toUpperCase()}s` : word.toUpperCase();
}
