import type { Handler } from "../handler.ts";
import { issuedTx } from "./issued-tx.ts";

/** Sends a signed transaction to the chain. specification 4.3 */
export const issueTx: Handler<"platform.issueTx", "transactions"> = issuedTx;
