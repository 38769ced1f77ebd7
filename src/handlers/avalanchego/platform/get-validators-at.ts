import { errors } from "../../../generated/errors.ts";
import type { HeightParam, ValidatorAtHeight } from "../../../generated/types.ts";
import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { validatorSet } from "../../validators/set.ts";

/**
 * Includes public keys; the result is the map itself. Rejects the greatest 64-bit integer, which AvalancheGo reserves
 * for `proposed`.
 */
export const getValidatorsAt: AvalanchegoHandler<
  "platform.getValidatorsAt",
  "queries" | "transactions" | "views"
> = ({ height, subnetID }, context) => {
  rejectReserved(height);
  const members = validatorSet(height, idArgument("subnetID", subnetID), context);
  const validators: Record<string, ValidatorAtHeight> = {};
  for (const { nodeID, publicKey, weight } of members) validators[nodeID] = { publicKey, weight };
  return validators;
};

const reservedHeight = 2n ** 64n - 1n;

/** avalanchego vms/platformvm/api/height.go @ v1.12.1 */
export function rejectReserved(height: HeightParam): void {
  if (height !== reservedHeight) return;
  throw errors.invalidParams({
    field: "height",
    expected: `a height below ${reservedHeight}, or proposed`,
    got: height.toString(),
  });
}
