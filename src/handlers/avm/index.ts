import type { Handlers } from "../../generated/handlers.ts";
import type { AvmMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { getAssetDescription } from "./get-asset-description.ts";
import { getTxFee } from "./get-tx-fee.ts";
import { getUTXOs } from "./get-utxos.ts";

/** X-chain API: a handler for every method. */
export const avmHandlers = {
  "avm.getAssetDescription": getAssetDescription,
  "avm.getTxFee": getTxFee,
  "avm.getUTXOs": getUTXOs,
} satisfies Handlers<Exclude<AvmMethodName, "avm.getUTXOs">, HandlerContext> &
  Readonly<Record<"avm.getUTXOs", unknown>>;
