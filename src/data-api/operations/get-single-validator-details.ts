import { requireNetwork } from "../chain.ts";
import { nodeIDParam } from "../ids.ts";
import type { Operation } from "../operation.ts";
import { validatorPage } from "../validator-page.ts";

/** The periods of a node as a validator. */
export const getSingleValidatorDetails: Operation<"getSingleValidatorDetails"> = (
  params,
  context,
) => {
  requireNetwork(params.network, context.chain);
  const { nodeId } = params;
  const filter = { nodeIDs: [nodeIDParam("nodeId", nodeId)], subnetID: undefined };
  return validatorPage(params, filter, ["node", nodeId], context);
};
