import type { AvalanchegoHandler } from "../../handler.ts";
import { totalWeight } from "../../platform/get-total-stake.ts";

/** Returns `stake` for every subnet. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getTotalStake: AvalanchegoHandler<"platform.getTotalStake", "queries"> = (
  { subnetID },
  { queries },
) => {
  const weight = totalWeight(subnetID, queries);
  return { stake: weight, weight };
};
