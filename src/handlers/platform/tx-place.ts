import { formatId } from "../../formats/id.ts";
import type { HandlerContext } from "../context.ts";

/** The block that has a transaction, as decimal text and ID; `time` in Unix seconds. */
export type TxPlaceView = {
  readonly height: string;
  readonly time: string;
  readonly blockID: string;
};

/** What getTx and getTxStatus tell of the block at the height of a transaction. */
export function txPlaceView(
  height: bigint,
  { queries: { blocks, blockTimes } }: Pick<HandlerContext, "queries">,
): TxPlaceView {
  const block = blocks.byHeight(height);
  if (block === undefined) throw new Error(`There is no block at height ${height}.`);
  return {
    height: height.toString(),
    time: blockTimes.after(height).toString(),
    blockID: formatId(block.id),
  };
}
