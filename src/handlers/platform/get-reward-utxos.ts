import { encodeBytes } from "../../formats/encoding.ts";
import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";

/** The outputs that rewarded a staker. specification 4.3 */
export const getRewardUTXOs: Handler<"platform.getRewardUTXOs", "queries"> = (
  { txID, encoding },
  { queries },
) => {
  const rewards = queries.utxos.rewards(idArgument("txID", txID));
  return {
    numFetched: rewards.length.toString(),
    utxos: rewards.map(({ bytes }) => encodeBytes(bytes, encoding)),
    encoding,
  };
};
