import type { Handler } from "../handler.ts";
import { foundL1Validator } from "./found-l1-validator.ts";

/** A validator of an L1 by its validation ID, which may stand in an array. specification 4.3 */
export const getL1Validator: Handler<"platform.getL1Validator", "chain" | "queries" | "state"> = (
  { validationID },
  context,
) => {
  const [first] = typeof validationID === "string" ? [validationID] : validationID;
  return foundL1Validator(first!, context);
};
