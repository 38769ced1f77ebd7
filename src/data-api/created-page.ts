import type {
  LedgerPlace,
  LedgerQueries,
  TxRecord,
} from "../store/ledger/queries/ledger-queries.ts";
import { wholeLedger } from "./ledger.ts";
import { filtered, type List } from "./lists.ts";
import type { DataContext } from "./operation.ts";
import { type PageParams, requestedPage } from "./page.ts";

/** A page of executed transactions that create something. */
export function createdPage(
  params: PageParams & { readonly sortOrder: "asc" | "desc" },
  kind: "CreateSubnetTx" | "CreateChainTx",
  context: DataContext,
): {
  readonly rows: readonly TxRecord[];
  readonly ledger: LedgerQueries;
  readonly token: { readonly nextPageToken?: string };
} {
  const whole = wholeLedger(context);
  const { ledger, tip } = whole;
  const isDescending = params.sortOrder === "desc";
  const form = ["n", "n"] as const;
  const { page, token } = requestedPage(params, { selection: [kind], isDescending, form }, whole);
  const heights = { from: 0, to: tip };
  const all: List<TxRecord> = (each) => ledger.txs({ heights, kinds: [kind] }, each);
  const { rows, next } = filtered(all, isExecuted, placeOf)(page);
  return { rows, ledger, token: token(next) };
}

/** Before Banff, these were proposals, which could be aborted. */
function isExecuted({ status }: TxRecord): boolean {
  return status === "Committed";
}

function placeOf({ height, position }: TxRecord): LedgerPlace {
  return [height, position];
}
