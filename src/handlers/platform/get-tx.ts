import type { Handler } from "../handler.ts";
import { encodedTx } from "./encoded-tx.ts";

/** An accepted transaction by its ID. specification 4.3 */
export const getTx: Handler<"platform.getTx", "chain" | "queries"> = encodedTx;
