import { idArgument } from "../../arguments.ts";
import type { AvalanchegoHandler } from "../../handler.ts";
import { blockByID } from "../../platform/get-block.ts";
import { blockAtHeight } from "../../platform/get-block-by-height.ts";
import { acceptedTx, encodedTx } from "../../platform/get-tx.ts";
import { unacceptedStatus } from "../../platform/get-tx-status.ts";
import { encodedBlock } from "../../views/accepted-block.ts";

/*
 * Blocks and transactions as in AvalancheGo: in any encoding, and transactions without their block.
 * avalanchego vms/platformvm/service.go @ v1.12.1
 */

export const getBlock: AvalanchegoHandler<"platform.getBlock", "chain" | "queries"> = (
  { blockID, encoding },
  { chain, queries },
) => encodedBlock(blockByID(blockID, queries), encoding, chain);

export const getBlockByHeight: AvalanchegoHandler<
  "platform.getBlockByHeight",
  "chain" | "queries"
> = ({ height, encoding }, { chain, queries }) =>
  encodedBlock(blockAtHeight(height, queries), encoding, chain);

export const getTx: AvalanchegoHandler<"platform.getTx", "chain" | "queries"> = (params, context) =>
  encodedTx(acceptedTx(params.txID, context).tx, params.encoding, context);

/** Returns `Aborted` for an aborted proposal. */
export const getTxStatus: AvalanchegoHandler<"platform.getTxStatus", "queries" | "transactions"> = (
  params,
  { queries, transactions },
) => {
  const txID = idArgument("txID", params.txID);
  const status = queries.txs.statusOf(txID);
  return status === undefined ? unacceptedStatus(txID, transactions) : { status };
};
