import { errors } from "../../generated/errors.ts";
import type { WarpValidatorSet } from "../../generated/types.ts";
import type { Handler } from "../handler.ts";
import { idText } from "../id-text.ts";
import { acceptedHeight } from "./validator-set.ts";
import { warpValidatorSet } from "./warp-validators.ts";

/** The validators of every subnet at a height, by BLS key. avalanchego v1.14.2 */
export const getAllValidatorsAt: Handler<
  "platform.getAllValidatorsAt",
  "queries" | "transactions"
> = ({ height }, context) => {
  const accepted = acceptedHeight(height, context, errors.allHeightNotAccepted);
  const validatorSets: Record<string, WarpValidatorSet> = {};
  for (const { subnetID, validators } of context.queries.validators.allSetsAt(accepted)) {
    validatorSets[idText(subnetID)] = warpValidatorSet(validators);
  }
  return { validatorSets };
};
