import type { Operation } from "../operation.ts";

export const mempool: Operation<"mempool"> = (_params, { waiting, views }) => ({
  transaction_identifiers: [...waiting()].map(({ id }) => ({ hash: views.id(id) })),
});
