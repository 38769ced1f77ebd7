import type { LedgerSource } from "../../src/events/ledger-events.ts";
import type { OpenChain } from "../../src/node/chain/open-chain.ts";

/** What events of the ledger are read from, of an open chain. */
export function ledgerSource({
  store,
  context,
}: Pick<OpenChain, "store" | "context">): LedgerSource {
  const { eventQueries: ledgerQueries, txs } = store;
  return { ledgerQueries, txs, avaxAssetID: context.avaxAssetID, hrp: context.network.hrp };
}
