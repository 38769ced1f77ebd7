import { chainInfo, notOfPChain } from "../chain.ts";
import { idParam } from "../ids.ts";
import { wholeLedger } from "../ledger.ts";
import type { Operation } from "../operation.ts";
import { Problem } from "../problem.ts";
import { isMade } from "../tx-types.ts";
import { txView } from "../tx-view.ts";

/** A transaction by its ID. */
export const getTxByHash: Operation<"getTxByHash"> = (params, context) => {
  const { chainName } = chainInfo(params, context.chain);
  if (chainName !== "p-chain") throw notOfPChain("txHash", chainName, "transactions");
  const id = idParam("txHash", params.txHash);
  const { ledger } = wholeLedger(context);
  const [row] = ledger.txsByID(id);
  if (row === undefined || isMade(row.kind)) {
    throw new Problem(404, `txHash: there is no accepted transaction ${params.txHash}`);
  }
  const options = { namesAllTypes: params["Couloir-Types"] === "all", showsGenesis: true };
  return txView(row, ledger, context, options);
};
