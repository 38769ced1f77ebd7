import type { AvalanchegoHandler } from "../../handler.ts";
import { validatedChains } from "../../platform/validated-chains.ts";
import { asFirstListed } from "./listing-memory.ts";

/** In AvalancheGo's order. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const validates: AvalanchegoHandler<"platform.validates", "queries"> = (
  { subnetID },
  { queries },
) => ({ blockchainIDs: validatedChains(subnetID, asFirstListed(queries), queries) });
