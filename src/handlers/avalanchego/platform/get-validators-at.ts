import type { ValidatorAtHeight } from "../../../generated/types.ts";
import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { validatorSet } from "../../platform/validator-set.ts";

/** With keys, and not wrapped. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getValidatorsAt: AvalanchegoHandler<
  "platform.getValidatorsAt",
  "queries" | "transactions"
> = ({ height, subnetID }, context) => {
  const validators: Record<string, ValidatorAtHeight> = {};
  for (const { nodeID, publicKey, weight } of validatorSet(
    height,
    idArgument("subnetID", subnetID),
    context,
  )) {
    validators[nodeID] = { publicKey, weight };
  }
  return validators;
};
