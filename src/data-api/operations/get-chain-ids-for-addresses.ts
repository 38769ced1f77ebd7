import { platformChainID } from "../../networks/chains.ts";
import { requireNetwork } from "../chain.ts";
import { addressesParam } from "../ids.ts";
import { wholeLedger } from "../ledger.ts";
import type { Operation } from "../operation.ts";

/** Whether addresses were active on the P-chain. */
export const getChainIdsForAddresses: Operation<"getChainIdsForAddresses"> = (params, context) => {
  requireNetwork(params.network, context.chain);
  const addresses = addressesParam("addresses", params.addresses, context);
  const { ledger, tip } = wholeLedger(context);
  const page = { limit: 1, after: undefined, isDescending: true };
  const texts = params.addresses.split(",").map((text) => text.trim());
  return {
    addresses: addresses.map((address, index) => {
      const filter = { heights: { from: 0, to: tip }, addresses: [address] };
      const isActive = ledger.txs(filter, page).rows.length > 0;
      const blockchainIds = isActive ? [context.views.id(platformChainID)] : [];
      return { address: texts[index]!, blockchainIds };
    }),
  };
};
