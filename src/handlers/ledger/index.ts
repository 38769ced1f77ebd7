import type { Handlers } from "../../generated/handlers.ts";
import type { LedgerMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { getBalance } from "./get-balance.ts";
import { getStatus } from "./get-status.ts";
import { getUTXOs } from "./get-utxos.ts";

/** Ledger API: a handler for every method. */
export const ledgerHandlers = {
  "ledger.getStatus": getStatus,
  "ledger.getBalance": getBalance,
  "ledger.getUTXOs": getUTXOs,
} satisfies Handlers<LedgerMethodName, HandlerContext>;
