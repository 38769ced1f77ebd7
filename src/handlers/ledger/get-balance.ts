import { writtenWithList } from "../../formats/written-json.ts";
import type { WrittenHandler } from "../handler.ts";
import { ownAddresses } from "../own-addresses.ts";
import { ledgerOf } from "../past/coverage.ts";
import { momentOf } from "../past/moment.ts";
import { amountsView, utxoIDsText } from "../platform/get-balance.ts";

/** The balance of some addresses after any block. */
export const getBalance: WrittenHandler<
  "ledger.getBalance",
  "blockchains" | "chain" | "clock" | "queries" | "views"
> = (params, context) => {
  ledgerOf(context);
  const addresses = ownAddresses("addresses", params.addresses, context);
  const { ledger, height, judgedAt, view } = momentOf(params, context);
  const { assets, utxos } = ledger.balance(addresses, height, judgedAt);
  const items = utxoIDsText(utxos.flat(), context.views);
  return writtenWithList(amountsView(assets, context), { name: "utxoIDs", items }, view);
};
