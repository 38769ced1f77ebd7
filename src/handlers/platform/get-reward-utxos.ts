import { idArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";
import { encodedUtxos } from "../views/utxos.ts";

/** The outputs that rewarded a staker. specification 4.3 */
export const getRewardUTXOs: Handler<"platform.getRewardUTXOs", "chain" | "queries" | "views"> = (
  { txID, encoding },
  context,
) => encodedUtxos(context.queries.utxos.rewards(idArgument("txID", txID)), encoding, context);
