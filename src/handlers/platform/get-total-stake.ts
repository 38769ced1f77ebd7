import { equalBytes } from "../../formats/bytes.ts";
import { errors } from "../../generated/errors.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { maxUint64 } from "../../pchain/uint64.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";

/** The total stake or weight on a subnet. specification 4.3 */
export const getTotalStake: Handler<"platform.getTotalStake", "queries"> = (
  params,
  { queries },
) => {
  const subnetID = idArgument("subnetID", params.subnetID);
  const weight = totalWeight(params.subnetID, queries);
  return equalBytes(subnetID, primaryNetworkID) ? { stake: weight, weight } : { weight };
};

/** The total weight of a subnet's validators, in decimal. avalanchego snow/validators/set.go (TotalWeight) @ v1.12.1 */
export function totalWeight(
  subnetID: string,
  { validators }: Pick<ChainQueries, "validators">,
): string {
  const total = validators.totalWeight(idArgument("subnetID", subnetID));
  // Each weight fits into 64 bits; their sum may not.
  if (total > maxUint64) throw errors.totalWeightTooLarge({ totalWeight: total });
  return total.toString();
}
