import type { NodeId } from "../formats/bytes.ts";
import { formatNodeId } from "../formats/node-id.ts";
import type { BlockPage } from "../generated/data-api/types.ts";
import { eachRead } from "../store/ledger/queries/unread.ts";
import { blockPart } from "./block-view.ts";
import { type ChainParams, chainInfo } from "./chain.ts";
import { heightsBetween, wholeLedger } from "./ledger.ts";
import type { DataContext } from "./operation.ts";
import { type PageParams, requestedPage } from "./page.ts";

type BlockListParams = ChainParams &
  PageParams & { readonly startTimestamp?: number; readonly endTimestamp?: number };

/** A page of the blocks of a chain, newest first; with a proposer, only those that it signed. Throws Problem. */
export function blockPage(
  params: BlockListParams,
  proposer: NodeId | undefined,
  context: DataContext,
): BlockPage {
  const info = chainInfo(params, context.chain);
  if (info.chainName !== "p-chain") return { blocks: [], chainInfo: info };
  const whole = wholeLedger(context);
  const { startTimestamp, endTimestamp } = params;
  const node = proposer === undefined ? undefined : formatNodeId(proposer);
  const selection = ["blocks", node, startTimestamp, endTimestamp] as const;
  const list = { selection, isDescending: true, form: ["n"] } as const;
  const { page, token } = requestedPage(params, list, whole);
  const heights = heightsBetween(params, whole);
  const { rows, next } = whole.ledger.blocks({ heights, proposer }, page);
  const blocks = eachRead(rows, (row) => blockPart(row, whole.ledger, context));
  return { ...token(next), blocks, chainInfo: info };
}
