import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { L1Validator } from "../../generated/types.ts";
import { idArgument } from "../arguments.ts";
import type { HandlerContext } from "../context.ts";
import type { Handler } from "../handler.ts";
import { l1ValidatorView } from "../validators/l1.ts";

/** An L1 validator by its validation ID, which clients may also send in an array. specification 4.3 */
export const getL1Validator: Handler<
  "platform.getL1Validator",
  "chain" | "queries" | "state" | "views"
> = ({ validationID }, context) => {
  const [first] = typeof validationID === "string" ? [validationID] : validationID;
  return foundL1Validator(first!, context);
};

/** Throws L1ValidatorNotFound. */
export function foundL1Validator(
  validationID: string,
  context: Pick<HandlerContext, "chain" | "queries" | "state" | "views">,
): L1Validator {
  const validator = context.state.l1Validator(idArgument("validationID", validationID));
  if (validator === undefined) throw errors.l1ValidatorNotFound({ validationID });
  const view = l1ValidatorView(validator, context);
  return {
    subnetID: formatId(validator.subnetID),
    nodeID: view.nodeID,
    publicKey: view.publicKey,
    remainingBalanceOwner: view.remainingBalanceOwner,
    deactivationOwner: view.deactivationOwner,
    startTime: view.startTime,
    weight: view.weight,
    minNonce: view.minNonce,
    balance: view.balance,
    height: context.queries.blocks.lastAccepted().height.toString(),
  };
}
