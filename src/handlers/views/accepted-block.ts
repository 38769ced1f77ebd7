import { encodeBytes } from "../../formats/encoding.ts";
import { formatId } from "../../formats/id.ts";
import type { WrittenText } from "../../formats/written-json.ts";
import type { AnyHexEncoding, Block } from "../../generated/types.ts";
import type { ChainContext } from "../../networks/network.ts";
import { blockToJson, parseBlock } from "../../pchain/blocks/block.ts";
import type { AcceptedBlock } from "../../store/chain-queries.ts";
import type { HandlerContext } from "../context.ts";
import { isLong, writtenInTurns } from "./in-turns.ts";

/** A block in an encoding. */
export type EncodedBlock<Hex extends AnyHexEncoding> =
  | { readonly block: string; readonly encoding: Hex }
  | { readonly block: Block; readonly encoding: "json" };

/** A long block as JSON is already written. */
export function encodedBlock<Hex extends AnyHexEncoding>(
  { bytes }: AcceptedBlock,
  encoding: Hex | "json",
  { network }: ChainContext,
): EncodedBlock<Hex> | Promise<WrittenText> {
  if (encoding !== "json") return { block: encodeBytes(bytes, encoding), encoding };
  // An accepted block may exceed the size limit for blocks from clients.
  const read = () => parseBlock(bytes, { bytesMax: Number.POSITIVE_INFINITY });
  const toResult = (block: ReturnType<typeof read>): EncodedBlock<Hex> => ({
    block: blockToJson(block, network) as unknown as Block,
    encoding: "json",
  });
  return isLong(bytes) ? writtenInTurns(read, toResult) : toResult(read());
}

/** The block that contains a transaction: height and Unix seconds as decimal text, and the block ID. */
export type TxPlaceView = {
  readonly height: string;
  readonly time: string;
  readonly blockID: string;
};

/** The fields of getTx and getTxStatus that describe the transaction's block. */
export function txPlaceView(
  height: bigint,
  { queries: { blocks, blockTimes } }: Pick<HandlerContext, "queries">,
): TxPlaceView {
  const block = blocks.byHeight(height);
  if (block === undefined) throw new Error(`no block at height ${height}`);
  return {
    height: height.toString(),
    time: blockTimes.after(height).toString(),
    blockID: formatId(block.id),
  };
}
