import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import { type Utxo, utxoID } from "../../pchain/components/utxo.ts";
import { Rejection } from "../../pchain/rejection.ts";
import type { Handler } from "../handler.ts";
import { ownAddress } from "../own-addresses.ts";

/** Creates AVAX and gives it to an address; a followable node pays it. */
export const fund: Handler<"dev.fund", "blockchains" | "chain" | "dev" | "views"> = (
  { address, amount },
  context,
) => {
  const owner = ownAddress("address", address, context);
  const utxo = context.dev.fund(owner, amount);
  return utxo instanceof Promise ? utxo.then(funded, refused) : funded(utxo);
};

function funded(utxo: Utxo) {
  const { txID, outputIndex } = utxo;
  return { utxoID: formatId(utxoID(utxo)), txID: formatId(txID), outputIndex };
}

function refused(error: unknown): never {
  if (error instanceof Rejection) throw errors.notFunded({ reason: error.message });
  throw error;
}
