import { formatId } from "../../../formats/id.ts";
import { errors } from "../../../generated/errors.ts";
import type { AvalanchegoWrittenHandler } from "../../handler.ts";
import { utxoPage, writtenPage } from "../../platform/get-utxos.ts";
import { utxoItems } from "../../views/utxos.ts";

/** Any encoding of bytes. Encoding `json` fails at the first UTXO. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getUTXOs: AvalanchegoWrittenHandler<
  "platform.getUTXOs",
  "blockchains" | "chain" | "queries" | "views"
> = (params, context) => {
  const { encoding } = params;
  const page = utxoPage(params, context);
  const [first] = page.lists.flat();
  if (encoding === "json" && first !== undefined) {
    throw errors.uTXONotEncoded({ utxoID: formatId(first.utxoID) });
  }
  const items = utxoItems(page.lists, encoding, context);
  return writtenPage(page, { items, encoding }, context.chain);
};
