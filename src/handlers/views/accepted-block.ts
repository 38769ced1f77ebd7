import { encodeBytes } from "../../formats/encoding.ts";
import type { AnyHexEncoding, Block } from "../../generated/types.ts";
import type { ChainContext } from "../../networks/network.ts";
import { blockToJson, parseBlock } from "../../pchain/blocks/block.ts";
import type { AcceptedBlock } from "../../store/chain-queries.ts";

/** A block in an encoding. */
export type EncodedBlock<Hex extends AnyHexEncoding> =
  | { readonly block: string; readonly encoding: Hex }
  | { readonly block: Block; readonly encoding: "json" };

export function encodedBlock<Hex extends AnyHexEncoding>(
  { bytes }: AcceptedBlock,
  encoding: Hex | "json",
  { network }: ChainContext,
): EncodedBlock<Hex> {
  if (encoding !== "json") return { block: encodeBytes(bytes, encoding), encoding };
  // What was accepted may be longer than what is taken from outside.
  const block = parseBlock(bytes, { bytesMax: Number.POSITIVE_INFINITY });
  return { block: blockToJson(block, network) as unknown as Block, encoding: "json" };
}
