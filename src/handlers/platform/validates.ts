import type { Handler } from "../handler.ts";
import { newestFirst } from "./newest-first.ts";
import { validatedChains } from "./validated-chains.ts";

/** The blockchains that a subnet validates. specification 4.3 */
export const validates: Handler<"platform.validates", "queries"> = ({ subnetID }, { queries }) => ({
  blockchainIDs: validatedChains(subnetID, newestFirst(queries), queries),
});
