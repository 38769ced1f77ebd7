import { errors } from "../../generated/errors.ts";
import type { AcceptedBlock, ChainQueries } from "../../store/chain-queries.ts";
import type { WrittenHandler } from "../handler.ts";
import { encodedBlock } from "../views/accepted-block.ts";

/** An accepted block by its height. specification 4.3 */
export const getBlockByHeight: WrittenHandler<"platform.getBlockByHeight", "chain" | "queries"> = (
  { height, encoding },
  { chain, queries },
) => encodedBlock(blockAtHeight(height, queries), encoding, chain);

/** Throws BlockAtHeightNotFound. */
export function blockAtHeight(height: bigint, { blocks }: ChainQueries): AcceptedBlock {
  const block = blocks.byHeight(height);
  if (block === undefined) throw errors.blockAtHeightNotFound({ height });
  return block;
}
