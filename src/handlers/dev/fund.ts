import { formatId } from "../../formats/id.ts";
import { utxoID } from "../../pchain/components/utxo.ts";
import type { Handler } from "../handler.ts";
import { addressArguments } from "../platform/address-argument.ts";

/** Gives an address AVAX out of nothing. */
export const fund: Handler<"dev.fund", "blockchains" | "chain" | "dev"> = (
  { address, amount },
  context,
) => {
  const [owner] = addressArguments([address], context);
  const utxo = context.dev.fund(owner!, amount);
  const { txID, outputIndex } = utxo;
  return { utxoID: formatId(utxoID(utxo)), txID: formatId(txID), outputIndex };
};
