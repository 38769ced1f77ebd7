import type { AvalanchegoHandler } from "../../handler.ts";
import { foundL1Validator } from "../../platform/found-l1-validator.ts";

/** Takes no array. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getL1Validator: AvalanchegoHandler<
  "platform.getL1Validator",
  "chain" | "queries" | "state"
> = ({ validationID }, context) => foundL1Validator(validationID, context);
