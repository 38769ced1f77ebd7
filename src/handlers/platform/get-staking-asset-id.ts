import { formatId } from "../../formats/id.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { stakingTerms } from "./staking-terms.ts";

/** The asset that is staked on a subnet. specification 4.3 */
export const getStakingAssetID: Handler<"platform.getStakingAssetID", "chain" | "state"> = (
  { subnetID },
  context,
) => ({ assetID: formatId(stakingTerms(idArgument("subnetID", subnetID), context).assetID) });
