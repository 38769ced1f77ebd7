import { encodeBytes } from "../../../formats/encoding.ts";
import { formatId } from "../../../formats/id.ts";
import { writtenWithList } from "../../../formats/written-json.ts";
import { errors } from "../../../generated/errors.ts";
import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler, AvalanchegoWrittenHandler } from "../../handler.ts";
import { balanceView } from "../../platform/get-balance.ts";
import { utxoPage, writtenPage } from "../../platform/get-utxos.ts";
import { utxoItems } from "../../views/utxos.ts";

/* UTXOs as in AvalancheGo: any encoding of bytes, and no `json`. avalanchego vms/platformvm/service.go @ v1.12.1 */

/** An empty list of UTXO IDs is null. */
export const getBalance: AvalanchegoWrittenHandler<
  "platform.getBalance",
  "blockchains" | "chain" | "clock" | "queries" | "views"
> = ({ addresses }, context) => {
  const { amounts, utxoIDs } = balanceView(addresses, context);
  if (utxoIDs === "") return { ...amounts, utxoIDs: null };
  return writtenWithList(amounts, { name: "utxoIDs", items: utxoIDs });
};

/** Encoding `json` fails at the first UTXO. */
export const getUTXOs: AvalanchegoWrittenHandler<
  "platform.getUTXOs",
  "blockchains" | "chain" | "queries" | "views"
> = (params, context) => {
  const { encoding } = params;
  const page = utxoPage(params, context);
  const [first] = page.lists.flat();
  if (encoding === "json" && first !== undefined) {
    throw errors.uTXONotEncoded({ utxoID: formatId(first.utxoID) });
  }
  const items = utxoItems(page.lists, encoding, context);
  return writtenPage(page, { items, encoding }, context.chain);
};

/** Encoding `json` fails if there is a UTXO. */
export const getRewardUTXOs: AvalanchegoHandler<"platform.getRewardUTXOs", "queries"> = (
  { txID, encoding },
  { queries },
) => {
  const rewards = queries.utxos.rewards(idArgument("txID", txID));
  if (encoding === "json" && rewards.length > 0) throw errors.rewardUTXONotEncoded();
  return {
    numFetched: rewards.length.toString(),
    utxos: rewards.map(({ bytes }) => encodeBytes(bytes, encoding)),
    encoding,
  };
};
