import type { Handler } from "../handler.ts";
import { acceptedTx, encodedTx } from "./encoded-tx.ts";
import { txPlaceView } from "./tx-place.ts";

/** An accepted transaction by its ID, and the block that has it. specification 4.3 */
export const getTx: Handler<"platform.getTx", "chain" | "queries"> = (params, context) => {
  const accepted = acceptedTx(params.txID, context);
  const place = txPlaceView(accepted.height, context);
  return { ...encodedTx(accepted.tx, params.encoding, context), ...place };
};
