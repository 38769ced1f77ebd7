import type { PlatformGetUTXOsResult } from "../../generated/types.ts";
import type { Handler } from "../handler.ts";
import { encodedUtxos } from "./encoded-utxos.ts";
import { endIndexView, utxoPage } from "./utxo-walk.ts";

/** Unspent outputs of some addresses, page by page. specification 4.3 and 8 */
export const getUTXOs: Handler<"platform.getUTXOs", "blockchains" | "chain" | "queries"> = (
  params,
  context,
) => {
  const page = utxoPage(params, context);
  const endIndex = endIndexView(page, context.chain);
  const { numFetched, utxos, encoding } = encodedUtxos(page.utxos, params.encoding, context.chain);
  return { numFetched, utxos, endIndex, encoding } as PlatformGetUTXOsResult;
};
