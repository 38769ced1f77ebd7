import { formatId } from "../../formats/id.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { stakingTerms } from "../subnets/subnet.ts";

/** The staking asset of a subnet. specification 4.3 */
export const getStakingAssetID: Handler<"platform.getStakingAssetID", "chain" | "state"> = (
  { subnetID },
  context,
) => ({ assetID: formatId(stakingTerms(idArgument("subnetID", subnetID), context).assetID) });
