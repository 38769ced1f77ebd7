import { eachRead } from "../../store/ledger/queries/unread.ts";
import { requireNetwork } from "../chain.ts";
import { createdPage } from "../created-page.ts";
import type { Operation } from "../operation.ts";
import { subnetView } from "../subnet-view.ts";

/** The subnets that were created. */
export const listSubnets: Operation<"listSubnets"> = (params, context) => {
  requireNetwork(params.network, context.chain);
  const { rows, ledger, token } = createdPage(params, "CreateSubnetTx", context);
  return { ...token, subnets: eachRead(rows, (row) => subnetView(row.id, row, ledger, context)) };
};
