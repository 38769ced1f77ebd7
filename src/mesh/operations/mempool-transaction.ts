import { wholeLedger } from "../ledger.ts";
import { MeshError } from "../mesh-error.ts";
import type { Operation } from "../operation.ts";
import { waitingTxView } from "../tx-view.ts";

export const mempoolTransaction: Operation<"mempoolTransaction"> = (params, context) => {
  const { hash } = params.transaction_identifier;
  for (const tx of context.waiting()) {
    if (context.views.id(tx.id) !== hash) continue;
    return { transaction: waitingTxView(tx, wholeLedger(context).ledger, context) };
  }
  const got = JSON.stringify(hash);
  throw new MeshError("transactionUnknown", `transaction_identifier.hash: ${got} does not wait`);
};
