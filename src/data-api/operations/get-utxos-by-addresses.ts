import type { Operation } from "../operation.ts";
import { utxoPage } from "../utxo-page.ts";

/** The UTXOs of addresses in the query. */
export const getUtxosByAddresses: Operation<"getUtxosByAddresses"> = (params, context) =>
  utxoPage(params, undefined, context);
