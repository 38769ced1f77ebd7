import { errors } from "../../generated/errors.ts";
import type { AcceptedBlock, ChainQueries } from "../../store/chain-queries.ts";
import { idArgument } from "../arguments.ts";
import type { WrittenHandler } from "../handler.ts";
import { encodedBlock } from "../views/accepted-block.ts";

/** An accepted block by its ID. specification 4.3 */
export const getBlock: WrittenHandler<"platform.getBlock", "chain" | "queries"> = (
  { blockID, encoding },
  { chain, queries },
) => encodedBlock(blockByID(blockID, queries), encoding, chain);

/** Throws BlockNotFound. */
export function blockByID(blockID: string, { blocks }: ChainQueries): AcceptedBlock {
  const block = blocks.byID(idArgument("blockID", blockID));
  if (block === undefined) throw errors.blockNotFound({ blockID });
  return block;
}
