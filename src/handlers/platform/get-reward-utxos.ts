import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { encodedUtxos } from "./encoded-utxos.ts";

/** The outputs that rewarded a staker. specification 4.3 */
export const getRewardUTXOs: Handler<"platform.getRewardUTXOs", "chain" | "queries"> = (
  { txID, encoding },
  { chain, queries },
) => encodedUtxos(queries.utxos.rewards(idArgument("txID", txID)), encoding, chain);
