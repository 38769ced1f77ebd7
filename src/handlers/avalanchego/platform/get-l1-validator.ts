import { formatId } from "../../../formats/id.ts";
import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { foundL1Validator } from "../../platform/get-l1-validator.ts";

/** Members in AvalancheGo's order. avalanchego vms/platformvm/service.go and vms/platformvm/api/validator.go @ v1.15.0-fuji */
export const getL1Validator: AvalanchegoHandler<
  "platform.getL1Validator",
  "chain" | "queries" | "state" | "views"
> = ({ validationID }, context) => {
  const { subnetID, height, ...found } = foundL1Validator(validationID, context);
  return {
    nodeID: found.nodeID,
    weight: found.weight,
    startTime: found.startTime,
    validationID: formatId(idArgument("validationID", validationID)),
    publicKey: found.publicKey,
    remainingBalanceOwner: found.remainingBalanceOwner,
    deactivationOwner: found.deactivationOwner,
    minNonce: found.minNonce,
    balance: found.balance,
    subnetID,
    height,
  };
};
