import type { AvalanchegoHandler } from "../../handler.ts";
import { validatedChains } from "../../platform/validates.ts";
import { asFirstListed } from "../../subnets/creation-order.ts";

/** In AvalancheGo's order. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const validates: AvalanchegoHandler<"platform.validates", "queries" | "views"> = (
  { subnetID },
  context,
) => ({ blockchainIDs: validatedChains(subnetID, asFirstListed(context), context) });
