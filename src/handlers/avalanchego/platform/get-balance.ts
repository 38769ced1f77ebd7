import type { AvalanchegoHandler } from "../../handler.ts";
import { balanceView } from "../../platform/balance-view.ts";

/** No outputs are null. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getBalance: AvalanchegoHandler<
  "platform.getBalance",
  "blockchains" | "chain" | "clock" | "queries"
> = ({ addresses }, context) => {
  const balance = balanceView(addresses, context);
  return { ...balance, utxoIDs: balance.utxoIDs.length === 0 ? null : balance.utxoIDs };
};
