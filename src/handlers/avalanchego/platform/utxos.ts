import { formatId } from "../../../formats/id.ts";
import { errors } from "../../../generated/errors.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { utxoText } from "../../platform/utxo-text.ts";
import { endIndexView, utxoPage } from "../../platform/utxo-walk.ts";

/** In any encoding of bytes; `json` fails at the first UTXO. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getUTXOs: AvalanchegoHandler<
  "platform.getUTXOs",
  "blockchains" | "chain" | "queries"
> = (params, context) => {
  const { encoding } = params;
  const page = utxoPage(params, context);
  const [first] = page.utxos;
  if (encoding === "json" && first !== undefined) {
    throw errors.uTXONotEncoded({ utxoID: formatId(first.utxoID) });
  }
  return {
    numFetched: page.utxos.length.toString(),
    utxos: page.utxos.map((utxo) => utxoText(utxo, encoding)),
    endIndex: endIndexView(page, context.chain),
    encoding,
  };
};
