import { inBodyMax } from "../ids.ts";
import type { Operation } from "../operation.ts";
import { utxoPage } from "../utxo-page.ts";

/** The UTXOs of addresses in the body. */
export const getUtxosByAddressesV2: Operation<"getUtxosByAddressesV2"> = (params, context) =>
  utxoPage(params, inBodyMax, context);
