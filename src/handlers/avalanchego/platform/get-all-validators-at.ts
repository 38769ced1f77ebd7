import type { AvalanchegoHandler } from "../../handler.ts";
import { getAllValidatorsAt as allValidatorsAt } from "../../platform/get-all-validators-at.ts";
import { rejectReserved } from "./get-validators-at.ts";

/** Rejects the same height. */
export const getAllValidatorsAt: AvalanchegoHandler<
  "platform.getAllValidatorsAt",
  "queries" | "transactions" | "views"
> = (params, context) => {
  rejectReserved(params.height);
  return allValidatorsAt(params, context);
};
