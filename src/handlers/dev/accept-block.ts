import { formatId } from "../../formats/id.ts";
import { errors } from "../../generated/errors.ts";
import { type Block, parseBlock } from "../../pchain/blocks/block.ts";
import { CodecError } from "../../pchain/codec/reader.ts";
import { bytesArgument } from "../arguments.ts";
import type { Handler } from "../handler.ts";

/** Verifies and accepts a block from elsewhere. */
export const acceptBlock: Handler<"dev.acceptBlock", "dev"> = (params, { dev }) => {
  const bytes = bytesArgument(params.block, params.encoding, errors.blockNotDecoded);
  const block = parsed(bytes);
  const refusal = dev.acceptBlock(block, params.pChainHeight);
  if (refusal !== undefined) throw errors.blockRefused({ refusal });
  return { blockID: formatId(block.id), height: block.height.toString() };
};

function parsed(bytes: Uint8Array): Block {
  try {
    return parseBlock(bytes);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw errors.blockRefused({ refusal: error.message });
  }
}
