import { formatId } from "../../formats/id.ts";
import { utxoID } from "../../pchain/components/utxo.ts";
import { addressArguments } from "../arguments.ts";
import type { Handler } from "../handler.ts";

/** Creates AVAX and gives it to an address. */
export const fund: Handler<"dev.fund", "blockchains" | "chain" | "dev" | "views"> = (
  { address, amount },
  context,
) => {
  const [owner] = addressArguments([address], context);
  const utxo = context.dev.fund(owner!, amount);
  const { txID, outputIndex } = utxo;
  return { utxoID: formatId(utxoID(utxo)), txID: formatId(txID), outputIndex };
};
