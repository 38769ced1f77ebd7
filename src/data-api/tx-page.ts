import type { TransactionPage } from "../generated/data-api/types.ts";
import type { LedgerPlace, TxRecord } from "../store/ledger/queries/ledger-queries.ts";
import { eachRead } from "../store/ledger/queries/unread.ts";
import { type ChainParams, chainInfo } from "./chain.ts";
import { addressesParam, idParam } from "./ids.ts";
import { heightsBetween, wholeLedger } from "./ledger.ts";
import { filtered, type List } from "./lists.ts";
import type { DataContext } from "./operation.ts";
import { type PageParams, requestedPage } from "./page.ts";
import { isMade, kindsOf } from "./tx-types.ts";
import { txPart } from "./tx-view.ts";

export type TxListParams = ChainParams &
  PageParams & {
    readonly addresses?: string;
    readonly l1ValidationId?: string;
    readonly txTypes?: readonly string[];
    readonly startTimestamp?: number;
    readonly endTimestamp?: number;
    readonly sortOrder: "asc" | "desc";
    readonly "Couloir-Types"?: "all";
  };

/** A page of the transactions of a chain. Throws Problem. */
export function txPage(params: TxListParams, context: DataContext): TransactionPage {
  const info = chainInfo(params, context.chain);
  const { addresses, l1ValidationId, txTypes, startTimestamp, endTimestamp, sortOrder } = params;
  const filter = {
    addresses:
      addresses === undefined ? undefined : addressesParam("addresses", addresses, context),
    validationID:
      l1ValidationId === undefined ? undefined : idParam("l1ValidationId", l1ValidationId),
    kinds: kindsOf(txTypes),
  };
  if (info.chainName !== "p-chain" || filter.kinds?.length === 0) {
    return { transactions: [], chainInfo: info };
  }
  const whole = wholeLedger(context);
  const times = [startTimestamp, endTimestamp] as const;
  const selection = ["txs", addresses, l1ValidationId, txTypes?.join(), ...times] as const;
  const list = { selection, isDescending: sortOrder === "desc", form: ["n", "n"] } as const;
  const { page, token } = requestedPage(params, list, whole);
  const { from, to } = heightsBetween(params, whole);
  // No block contains the transactions of the genesis.
  const heights = { from: Math.max(from, 1), to };
  const all: List<TxRecord> = (each) => whole.ledger.txs({ heights, ...filter }, each);
  const { rows, next } = filtered(all, ({ kind }) => !isMade(kind), txPlace)(page);
  const options = { namesAllTypes: params["Couloir-Types"] === "all", showsGenesis: false };
  const transactions = eachRead(rows, (row) => txPart(row, whole.ledger, context, options));
  return { ...token(next), transactions, chainInfo: info };
}

function txPlace({ height, position }: TxRecord): LedgerPlace {
  return [height, position];
}
