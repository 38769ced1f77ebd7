import { encodeBytes } from "../../../formats/encoding.ts";
import { formatId } from "../../../formats/id.ts";
import { errors } from "../../../generated/errors.ts";
import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { getBalance as balanceOf } from "../../platform/get-balance.ts";
import { endIndexView, utxoPage } from "../../platform/get-utxos.ts";
import { utxoText } from "../../views/utxos.ts";

/* UTXOs as in AvalancheGo: any encoding of bytes, and no `json`. avalanchego vms/platformvm/service.go @ v1.12.1 */

/** An empty list of UTXO IDs is null. */
export const getBalance: AvalanchegoHandler<
  "platform.getBalance",
  "blockchains" | "chain" | "clock" | "queries" | "views"
> = async (params, context) => {
  const balance = await balanceOf(params, context);
  return { ...balance, utxoIDs: balance.utxoIDs.length === 0 ? null : balance.utxoIDs };
};

/** Encoding `json` fails at the first UTXO. */
export const getUTXOs: AvalanchegoHandler<
  "platform.getUTXOs",
  "blockchains" | "chain" | "queries" | "views"
> = (params, context) => {
  const { encoding } = params;
  const page = utxoPage(params, context);
  const [first] = page.utxos;
  if (encoding === "json" && first !== undefined) {
    throw errors.uTXONotEncoded({ utxoID: formatId(first.utxoID) });
  }
  return {
    numFetched: page.utxos.length.toString(),
    utxos: page.utxos.map((utxo) => utxoText(utxo, encoding, context.views)),
    endIndex: endIndexView(page, context.chain),
    encoding,
  };
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
