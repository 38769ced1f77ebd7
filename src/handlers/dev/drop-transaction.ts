import { errors } from "../../generated/errors.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";

/** Removes a transaction from the mempool. */
export const dropTransaction: Handler<"dev.dropTransaction", "dev"> = (params, { dev }) => {
  const txID = idArgument("txID", params.txID);
  if (!dev.dropTransaction(txID, params.reason)) {
    throw errors.txNotWaiting({ txID: params.txID });
  }
  return {};
};
