import { errors } from "../../generated/errors.ts";
import { currentOrPendingValidator, maxWeight } from "../../pchain/executor/staking-rules.ts";
import { idArgument, nodeIDArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";

/**
 * The most stake on a validator during a period; 0 if the validator's own period does not overlap with it.
 * specification 4.3; avalanchego vms/platformvm/service.go @ v1.11.1
 */
export const getMaxStakeAmount: Handler<"platform.getMaxStakeAmount", "state"> = (
  { subnetID, nodeID, startTime, endTime },
  { state },
) => {
  const subnet = idArgument("subnetID", subnetID);
  const node = nodeIDArgument("nodeID", nodeID);
  if (startTime > endTime) throw errors.startAfterEnd();
  if (startTime < state.timestamp()) throw errors.startInThePast();
  const validator = currentOrPendingValidator(state, subnet, node);
  if (validator === undefined) return nothing;
  if (startTime > validator.endTime || endTime < validator.startTime) return nothing;
  return { amount: maxWeight(state, validator, startTime, endTime).toString() };
};

const nothing = { amount: "0" };
