import type { Handlers } from "../../generated/handlers.ts";
import type { LedgerMethodName } from "../../generated/types.ts";
import type { HandlerContext } from "../context.ts";
import { getBalance } from "./get-balance.ts";
import { getBlocks } from "./get-blocks.ts";
import { getCrossings } from "./get-crossings.ts";
import { getL1Validator } from "./get-l1-validator.ts";
import { getL1Validators } from "./get-l1-validators.ts";
import { getRewards } from "./get-rewards.ts";
import { getStakingPeriods } from "./get-staking-periods.ts";
import { getStatus } from "./get-status.ts";
import { getTotals } from "./get-totals.ts";
import { getTransaction } from "./get-transaction.ts";
import { getTransactions } from "./get-transactions.ts";
import { getUTXOs } from "./get-utxos.ts";

/** Ledger API: a handler for every method. */
export const ledgerHandlers = {
  "ledger.getStatus": getStatus,
  "ledger.getBalance": getBalance,
  "ledger.getUTXOs": getUTXOs,
  "ledger.getTransactions": getTransactions,
  "ledger.getTransaction": getTransaction,
  "ledger.getRewards": getRewards,
  "ledger.getStakingPeriods": getStakingPeriods,
  "ledger.getBlocks": getBlocks,
  "ledger.getCrossings": getCrossings,
  "ledger.getTotals": getTotals,
  "ledger.getL1Validator": getL1Validator,
  "ledger.getL1Validators": getL1Validators,
} satisfies Handlers<Exclude<LedgerMethodName, "ledger.getBalance">, HandlerContext> &
  Readonly<Record<"ledger.getBalance", unknown>>;
