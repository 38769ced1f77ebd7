import type { Handler } from "../../handler.ts";
import { blockchainList } from "../../platform/get-blockchains.ts";
import { asFirstListed } from "../../subnets/creation-order.ts";

/** In AvalancheGo's order. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getBlockchains: Handler<"platform.getBlockchains", "queries" | "views"> = (
  _params,
  context,
) => ({ blockchains: blockchainList(asFirstListed(context), context.views) });
