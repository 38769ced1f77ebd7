import { encodeBytes } from "../../../formats/encoding.ts";
import { errors } from "../../../generated/errors.ts";
import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler } from "../../handler.ts";

/** Any encoding of bytes. Encoding `json` fails if there is a UTXO. avalanchego vms/platformvm/service.go @ v1.12.1 */
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
