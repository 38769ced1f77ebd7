import { emptyId, equalBytes } from "../../formats/bytes.ts";
import { formatFloat4 } from "../../formats/float.ts";
import { errors } from "../../generated/errors.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";

/** This node's uptime as the other validators observe it. specification 4.1 */
export const uptime: Handler<"info.uptime", "peers" | "blockchains"> = (params, context) => {
  const subnetID = idArgument("subnetID", params.subnetID);
  const isPrimary = equalBytes(subnetID, emptyId);
  if (!isPrimary && !context.blockchains.isSubnetTracked(subnetID)) throw errors.subnetNotTracked();
  const observed = context.peers.uptime(subnetID);
  if (observed === undefined) throw errors.nodeNotValidator();
  return {
    rewardingStakePercentage: formatFloat4(observed.rewarding),
    weightedAveragePercentage: formatFloat4(observed.weightedAverage),
  };
};
