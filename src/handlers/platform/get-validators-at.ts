import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { validatorSet } from "./validator-set.ts";

/** The validators of a subnet at a height, with their weights. specification 4.3 */
export const getValidatorsAt: Handler<"platform.getValidatorsAt", "queries" | "transactions"> = (
  { height, subnetID },
  context,
) => {
  const validators: Record<string, string> = {};
  for (const { nodeID, weight } of validatorSet(
    height,
    idArgument("subnetID", subnetID),
    context,
  )) {
    validators[nodeID] = weight;
  }
  return { validators };
};
