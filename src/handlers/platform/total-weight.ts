import { errors } from "../../generated/errors.ts";
import { maxUint64 } from "../../pchain/uint64.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import { idArgument } from "../arguments.ts";

/** The weight of all validators of a subnet, in digits. avalanchego snow/validators/set.go (TotalWeight) @ v1.12.1 */
export function totalWeight(
  subnetID: string,
  { validators }: Pick<ChainQueries, "validators">,
): string {
  const total = validators.totalWeight(idArgument("subnetID", subnetID));
  // Each weight has 64 bits; their sum may have more.
  if (total > maxUint64) throw errors.totalWeightTooLarge({ totalWeight: total });
  return total.toString();
}
