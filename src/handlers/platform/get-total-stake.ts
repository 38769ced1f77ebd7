import { equalBytes } from "../../formats/bytes.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { totalWeight } from "./total-weight.ts";

/** Stake or weight on a subnet. specification 4.3 */
export const getTotalStake: Handler<"platform.getTotalStake", "queries"> = (
  params,
  { queries },
) => {
  const subnetID = idArgument("subnetID", params.subnetID);
  const weight = totalWeight(params.subnetID, queries);
  return equalBytes(subnetID, primaryNetworkID) ? { stake: weight, weight } : { weight };
};
