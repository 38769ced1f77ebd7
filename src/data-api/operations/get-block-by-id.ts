import { FormatError } from "../../formats/format-error.ts";
import { parseId } from "../../formats/id.ts";
import { blockView } from "../block-view.ts";
import { chainInfo, notOfPChain } from "../chain.ts";
import { wholeLedger } from "../ledger.ts";
import type { DataContext, Operation } from "../operation.ts";
import { badRequest, Problem } from "../problem.ts";

/** A block by its height or ID. */
export const getBlockById: Operation<"getBlockById"> = (params, context) => {
  const { blockId } = params;
  const { chainName } = chainInfo(params, context.chain);
  if (chainName !== "p-chain") throw notOfPChain("blockId", chainName, "blocks");
  const { ledger, tip } = wholeLedger(context);
  const height = heightOf(blockId, context);
  const row = height === undefined || height > tip ? undefined : ledger.block(height);
  if (row !== undefined) return blockView(row, ledger, context);
  const got = JSON.stringify(blockId);
  throw new Problem(404, `blockId: there is no block ${got}; the last height is ${tip}`);
};

/** Undefined if no accepted block has this ID. */
function heightOf(text: string, { queries }: Pick<DataContext, "queries">): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const height = queries.blocks.byID(idOf(text))?.height;
  return height === undefined ? undefined : Number(height);
}

function idOf(text: string) {
  try {
    return parseId(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw badRequest("blockId", "a height or the ID of a block", text);
  }
}
