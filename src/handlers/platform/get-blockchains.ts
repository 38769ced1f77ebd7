import type { Handler } from "../handler.ts";
import { blockchainList } from "./blockchain-list.ts";
import { newestFirst } from "./newest-first.ts";

/** All blockchains except the P-chain. specification 4.3 */
export const getBlockchains: Handler<"platform.getBlockchains", "queries"> = (
  _params,
  { queries },
) => ({ blockchains: blockchainList(newestFirst(queries)) });
