import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler } from "../../handler.ts";

/** `stake` is there for every subnet. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getTotalStake: AvalanchegoHandler<"platform.getTotalStake", "queries"> = (
  { subnetID },
  { queries },
) => {
  const weight = queries.validators.totalWeight(idArgument("subnetID", subnetID)).toString();
  return { stake: weight, weight };
};
