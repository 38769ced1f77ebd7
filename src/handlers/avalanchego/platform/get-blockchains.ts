import type { Handler } from "../../handler.ts";
import { blockchainList } from "../../platform/blockchain-list.ts";
import { asFirstListed } from "./listing-memory.ts";

/** In AvalancheGo's order. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getBlockchains: Handler<"platform.getBlockchains", "queries"> = (
  _params,
  { queries },
) => ({ blockchains: blockchainList(asFirstListed(queries)) });
