import type {
  LedgerQueries,
  PeriodRecord,
  TxRecord,
} from "../../store/ledger/queries/ledger-queries.ts";
import { eachRead } from "../../store/ledger/queries/unread.ts";
import { badChain, chainInfo } from "../chain.ts";
import { addressesParam } from "../ids.ts";
import { wholeLedger } from "../ledger.ts";
import { filtered } from "../lists.ts";
import type { Operation } from "../operation.ts";
import { requestedPage } from "../page.ts";
import { periodForm, periodList, periodPlace } from "../period-list.ts";
import { kindsOf } from "../tx-types.ts";
import { txPart } from "../tx-view.ts";

/** The staking transactions of validators and delegators whose period has not ended. */
export const listActivePrimaryNetworkStakingTransactions: Operation<
  "listActivePrimaryNetworkStakingTransactions"
> = (params, context) => {
  const info = chainInfo(params, context.chain);
  if (info.chainName !== "p-chain") throw badChain("p-chain", params.blockchainId, context.chain);
  const { addresses: texts, txTypes, sortOrder } = params;
  const { startTimestamp: start = 0, endTimestamp: end = Number.MAX_SAFE_INTEGER } = params;
  const addresses = texts === undefined ? undefined : addressesParam("addresses", texts, context);
  const kinds = kindsOf(txTypes);
  const whole = wholeLedger(context);
  const { ledger } = whole;
  const selection = ["staking", texts, txTypes?.join(), start, end] as const;
  const isDescending = sortOrder === "desc";
  const { page, token } = requestedPage(
    params,
    { selection, isDescending, form: periodForm },
    whole,
  );
  const isWanted = (period: PeriodRecord) => {
    if (kinds === undefined && start === 0 && end === Number.MAX_SAFE_INTEGER) return true;
    const { kind, time } = txOf(period, ledger);
    return (kinds === undefined || kinds.includes(kind)) && time >= start && time <= end;
  };
  const current = periodList(ledger, { addresses, status: "current" });
  const { rows, next } = filtered(current, isWanted, periodPlace)(page);
  const options = { namesAllTypes: params["Couloir-Types"] === "all", showsGenesis: false };
  const transactions = eachRead(rows, (row) => txPart(txOf(row, ledger), ledger, context, options));
  return { ...token(next), transactions, chainInfo: info };
};

function txOf({ tx_id }: PeriodRecord, ledger: LedgerQueries): TxRecord {
  const [tx] = ledger.txsByID(tx_id);
  if (tx === undefined) throw new Error("a staking period has no transaction");
  return tx;
}
