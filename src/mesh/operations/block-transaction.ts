import { blockTransactions } from "../block-view.ts";
import { blockOf } from "../ledger.ts";
import { MeshError } from "../mesh-error.ts";
import type { Operation } from "../operation.ts";

export const blockTransaction: Operation<"blockTransaction"> = (params, context) => {
  const row = blockOf(params.block_identifier, context);
  const { hash } = params.transaction_identifier;
  const transaction = blockTransactions(row, row.ledger, context).find(
    (each) => each.transaction_identifier.hash === hash,
  );
  if (transaction !== undefined) return { transaction };
  const got = JSON.stringify(hash);
  throw new MeshError(
    "transactionUnknown",
    `transaction_identifier.hash: block ${row.height} has no transaction ${got}`,
  );
};
