import type { Id } from "../../formats/bytes.ts";
import type { Transactions } from "../context.ts";

export type PendingTxStatus =
  | { readonly status: "Processing" | "Unknown" }
  | { readonly status: "Dropped"; readonly reason: string };

/** The status of a transaction that no accepted block has. */
export function pendingStatus(txID: Id, transactions: Transactions): PendingTxStatus {
  const pending = transactions.status(txID);
  if (pending === undefined) return { status: "Unknown" };
  if (pending.kind === "Processing") return { status: "Processing" };
  return { status: "Dropped", reason: pending.reason };
}
