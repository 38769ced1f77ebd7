import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import type { Network } from "../../networks/network.ts";
import { type Block, parseBlock } from "../../pchain/blocks/block.ts";
import { CodecError } from "../../pchain/codec/reader.ts";
import { bytesArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";

/** Verifies and accepts a block from elsewhere. */
export const acceptBlock: Handler<"dev.acceptBlock", "dev" | "chain"> = (
  params,
  { dev, chain },
) => {
  const bytes = bytesArgument(params.block, params.encoding, errors.blockNotDecoded);
  const block = parsed(bytes, chain.network);
  const refusal = dev.acceptBlock(block, params.pChainHeight);
  if (refusal !== undefined) throw errors.blockRefused({ refusal });
  return { blockID: formatId(block.id), height: block.height.toString() };
};

function parsed(bytes: Uint8Array, { release }: Pick<Network, "release">): Block {
  try {
    return parseBlock(bytes, { release });
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw errors.blockRefused({ refusal: error.message });
  }
}
