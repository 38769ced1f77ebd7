import type { Handler } from "../handler.ts";
import { utxoText } from "./utxo-text.ts";
import { endIndexView, utxoPage } from "./utxo-walk.ts";

/** Unspent outputs of some addresses, page by page. specification 4.3 and 8 */
export const getUTXOs: Handler<"platform.getUTXOs", "blockchains" | "chain" | "queries"> = (
  params,
  context,
) => {
  const { encoding } = params;
  const page = utxoPage(params, context);
  return {
    numFetched: page.utxos.length.toString(),
    utxos: page.utxos.map((utxo) => utxoText(utxo, encoding)),
    endIndex: endIndexView(page, context.chain),
    encoding,
  };
};
