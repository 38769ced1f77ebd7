import { equalBytes } from "../../formats/bytes.ts";
import { primaryNetworkID } from "../../networks/chains.ts";
import { requireNetwork } from "../chain.ts";
import { idParam } from "../ids.ts";
import { wholeLedger } from "../ledger.ts";
import type { Operation } from "../operation.ts";
import { Problem } from "../problem.ts";
import { subnetView } from "../subnet-view.ts";

/** A subnet, or the primary network. */
export const getSubnetById: Operation<"getSubnetById"> = (params, context) => {
  requireNetwork(params.network, context.chain);
  const id = idParam("subnetId", params.subnetId);
  const { ledger } = wholeLedger(context);
  if (equalBytes(id, primaryNetworkID)) {
    const { time } = ledger.block(0)!;
    return subnetView(id, { time, block_height: 0 }, ledger, context);
  }
  const row = ledger
    .txsByID(id)
    .find(({ kind, status }) => kind === "CreateSubnetTx" && status === "Committed");
  if (row !== undefined) return subnetView(id, row, ledger, context);
  throw new Problem(404, `subnetId: there is no subnet ${JSON.stringify(params.subnetId)}`);
};
