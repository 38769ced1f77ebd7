import { sha256 } from "../../crypto/hash.ts";
import { isBoundByHeader } from "../../foreign-chains/bound-block.ts";
import { parseCChainBlock } from "../../foreign-chains/c-chain/block.ts";
import { cChainBlockLink, RlpError } from "../../foreign-chains/c-chain-block.ts";
import { xChainBlockLink, xChainBlockTypeID } from "../../foreign-chains/x-chain.ts";
import type { Id } from "../../formats/bytes.ts";
import type { Upgrades } from "../../networks/network.ts";
import { type BlockForm, type BlockLink, ContainerError } from "../container.ts";

/** Blocks of the X-chain since it is linear. */
export const xChainForm: BlockForm = {
  chain: "X",
  link(block) {
    const isBlock = block.length >= 6 && typeIDOf(block) === xChainBlockTypeID;
    const link = isBlock ? xChainBlockLink(block) : undefined;
    if (link === undefined) throw notABlock("X");
    return link;
  },
  idOf: sha256,
};

function typeIDOf(block: Uint8Array): number {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  return view.getUint16(0) === 0 ? view.getUint32(2) : -1;
}

/**
 * Blocks of the C-chain. The ID of one without a wrapping is the hash of its header alone: it is read only if the header
 * says what else is in it.
 */
export function cChainForm({ apricotPhase1 }: Pick<Upgrades, "apricotPhase1">): BlockForm {
  const idOf = (bytes: Uint8Array): Id => {
    const block = readingRlp(() => parseCChainBlock(bytes));
    if (!isBoundByHeader(block, apricotPhase1)) {
      throw new ContainerError("The header of the C-chain block belongs to another content.");
    }
    return block.id;
  };
  return { chain: "C", link: cChainLink, idOf };
}

function cChainLink(block: Uint8Array): BlockLink {
  const link = readingRlp(() => cChainBlockLink(block));
  if (link === undefined) throw notABlock("C");
  return link;
}

function readingRlp<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RlpError) throw notABlock("C", error);
    throw error;
  }
}

function notABlock(chain: "X" | "C", cause?: RlpError): ContainerError {
  return new ContainerError(`The bytes are not a block of the ${chain}-chain.`, { cause });
}
