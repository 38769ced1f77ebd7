import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { validatorSet } from "../validators/set.ts";

/** The validators of a subnet at a height, with their weights. specification 4.3 */
export const getValidatorsAt: Handler<
  "platform.getValidatorsAt",
  "queries" | "transactions" | "views"
> = ({ height, subnetID }, context) => {
  const members = validatorSet(height, idArgument("subnetID", subnetID), context);
  const validators: Record<string, string> = {};
  for (const { nodeID, weight } of members) validators[nodeID] = weight;
  return { validators };
};
