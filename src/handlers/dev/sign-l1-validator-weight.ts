import { errors } from "../../generated/errors.ts";
import { encodeL1Message } from "../../pchain/warp/l1-messages.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { fromManager } from "./sign-register-l1-validator.ts";
import { signed } from "./sign-warp-message.ts";

/** Signs the message that sets the weight of an L1 validator, or removes it, as the validators of the L1. */
export const signL1ValidatorWeight: Handler<
  "dev.signL1ValidatorWeight",
  "chain" | "dev" | "state"
> = async ({ weight, nonce, privateKeys, ...params }, context) => {
  const validationID = idArgument("validationID", params.validationID);
  const validator = context.state.l1Validator(validationID);
  if (validator === undefined) {
    throw errors.l1ValidatorNotFound({ validationID: params.validationID });
  }
  const payload = encodeL1Message({
    kind: "L1ValidatorWeight",
    validationID,
    nonce: nonce ?? validator.minNonce,
    weight,
  });
  const message = fromManager(validator.subnetID, payload, context);
  return { message: await signed(message, privateKeys, context.dev) };
};
