import { primaryNetworkID } from "../../networks/chains.ts";
import { requireNetwork } from "../chain.ts";
import { idParam, nodeIDsParam } from "../ids.ts";
import type { Operation } from "../operation.ts";
import { badRequest } from "../problem.ts";
import { isRanked, rankedValidators } from "../ranked-validators.ts";
import { validatorPage } from "../validator-page.ts";

/** Periods of the validators of a subnet. */
export const listValidators: Operation<"listValidators"> = (params, context) => {
  requireNetwork(params.network, context.chain);
  const { nodeIds, subnetId, validationStatus } = params;
  const filter = {
    nodeIDs: nodeIds === undefined ? undefined : nodeIDsParam("nodeIds", nodeIds),
    subnetID: subnetId === undefined ? primaryNetworkID : idParam("subnetId", subnetId),
  };
  const selection = [nodeIds, subnetId];
  if (!isRanked(params)) return validatorPage(params, filter, selection, context);
  if (validationStatus !== undefined && validationStatus !== "active") {
    const expected = "active with sortBy and with minimums and maximums";
    throw badRequest("validationStatus", expected, validationStatus);
  }
  return rankedValidators(params, filter, selection, context);
};
