import type { AvalanchegoHandlers } from "../../../generated/handlers.ts";
import type { AvalanchegoMethodName, AvmMethodName } from "../../../generated/types.ts";
import { getAssetDescription } from "../../avm/get-asset-description.ts";
import type { HandlerContext } from "../../context.ts";

/** X-chain API in profile `avalanchego`: a handler for every method that it changes. */
export const avalanchegoAvmHandlers = {
  "avm.getAssetDescription": getAssetDescription,
} satisfies AvalanchegoHandlers<Extract<AvalanchegoMethodName, AvmMethodName>, HandlerContext>;
