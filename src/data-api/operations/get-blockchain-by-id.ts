import { blockchainView } from "../blockchain-view.ts";
import { chainIDs, requireNetwork } from "../chain.ts";
import { idParam } from "../ids.ts";
import { wholeLedger } from "../ledger.ts";
import type { Operation } from "../operation.ts";
import { Problem } from "../problem.ts";

/** A blockchain with its genesis. */
export const getBlockchainById: Operation<"getBlockchainById"> = (params, context) => {
  requireNetwork(params.network, context.chain);
  const { blockchainId: text } = params;
  const names = new Map<string, string>(Object.entries(chainIDs(context.chain)));
  const id = idParam("blockchainId", names.get(text) ?? text);
  const { ledger } = wholeLedger(context);
  const row = ledger
    .txsByID(id)
    .find(({ kind, status }) => kind === "CreateChainTx" && status === "Committed");
  if (row !== undefined) return blockchainView(row, true, context);
  throw new Problem(
    404,
    `blockchainId: no transaction created a blockchain ${JSON.stringify(text)}`,
  );
};
