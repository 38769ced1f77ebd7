import { errors } from "../../generated/errors.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";

/** An upper bound of the tokens that can be staked on a subnet. specification 4.3 */
export const getCurrentSupply: Handler<"platform.getCurrentSupply", "queries" | "state"> = (
  { subnetID },
  { queries, state },
) => {
  const supply = state.currentSupply(idArgument("subnetID", subnetID));
  if (supply === undefined) throw errors.supplyNotFound();
  return { supply: supply.toString(), height: queries.blocks.lastAccepted().height.toString() };
};
