import { writtenWithList } from "../../../formats/written-json.ts";
import type { AvalanchegoWrittenHandler } from "../../handler.ts";
import { balanceView } from "../../platform/get-balance.ts";

/** An empty list of UTXO IDs is null. avalanchego vms/platformvm/service.go @ v1.12.1 */
export const getBalance: AvalanchegoWrittenHandler<
  "platform.getBalance",
  "blockchains" | "chain" | "clock" | "queries" | "views"
> = ({ addresses }, context) => {
  const { amounts, utxoIDs } = balanceView(addresses, context);
  if (utxoIDs === "") return { ...amounts, utxoIDs: null };
  return writtenWithList(amounts, { name: "utxoIDs", items: utxoIDs });
};
