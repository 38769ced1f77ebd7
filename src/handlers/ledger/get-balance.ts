import { formatId } from "../../formats/id.ts";
import type { Handler } from "../handler.ts";
import { ownAddresses } from "../own-addresses.ts";
import { ledgerOf } from "../past/coverage.ts";
import { momentOf } from "../past/moment.ts";
import { amountsView } from "../platform/get-balance.ts";

/** The balance of some addresses after any block. */
export const getBalance: Handler<
  "ledger.getBalance",
  "blockchains" | "chain" | "clock" | "queries" | "views"
> = (params, context) => {
  ledgerOf(context);
  const addresses = ownAddresses("addresses", params.addresses, context);
  const { ledger, height, judgedAt, view } = momentOf(params, context);
  const { assets, utxos } = ledger.balance(addresses, height, judgedAt);
  const utxoIDs = utxos.flat().map(({ txID, outputIndex }) => ({
    // Not of the cache: a past balance has IDs that nobody asks for again.
    txID: formatId(txID),
    outputIndex,
  }));
  return { ...amountsView(assets, context), utxoIDs, ...view };
};
