import { sha256 } from "../crypto/hash.ts";
import { equalBytes, type Id } from "../formats/bytes.ts";
import { parseBlock } from "../pchain/blocks/block.ts";
import { type OuterBlock, parseOuterBlock } from "../pchain/blocks/proposervm.ts";
import { CodecError } from "../pchain/codec/reader.ts";

/**
 * A block as peers send it: wrapped by its proposer since Apricot phase 4, the block itself before. Consensus,
 * checkpoints and the index know it by `id`; its chain knows the block inside by its own ID.
 */
export type Container = {
  readonly bytes: Uint8Array;
  readonly id: Id;
  /** The container that this one builds on. */
  readonly parentID: Id;
  readonly height: bigint;
  /** The chain's own block inside. */
  readonly block: Uint8Array;
  /** Undefined for a container without a wrapping. */
  readonly outer: OuterBlock | undefined;
};

/** Parent and height in a chain's own block. */
export type BlockLink = { readonly parentID: Id; readonly height: bigint };

/** The blocks of one chain, as far as following reads them. */
export type BlockForm = {
  readonly chain: "P" | "X" | "C";
  /** Throws ContainerError for bytes that are not a block of the chain. */
  readonly link: (block: Uint8Array) => BlockLink;
  /** The chain's own ID of a block, which is also that of its container if it is not wrapped. */
  readonly idOf: (block: Uint8Array) => Id;
};

/** Bytes that are not a container of the chain. */
export class ContainerError extends Error {
  override readonly name = "ContainerError";
}

/** Reads the wrapping and the links of a container; transactions stay unread. Throws ContainerError. */
export function readContainer(bytes: Uint8Array, form: BlockForm = pChainForm): Container {
  const outer = readOuter(bytes);
  if (outer === undefined) {
    const { parentID, height } = form.link(bytes);
    return { bytes, id: form.idOf(bytes), parentID, height, block: bytes, outer };
  }
  const isOption = outer.kind === "Option";
  const block = isOption ? outer.block : outer.proposal.block;
  const parentID = isOption ? outer.parentID : outer.proposal.parentID;
  return { bytes, id: outer.id, parentID, height: form.link(block).height, block, outer };
}

/** Reads a container that must have this ID. Throws ContainerError. */
export function readContainerWithID(
  bytes: Uint8Array,
  id: Id,
  form: BlockForm = pChainForm,
): Container {
  const container = readContainer(bytes, form);
  if (!equalBytes(container.id, id)) throw new ContainerError("The container has another ID.");
  return container;
}

function readOuter(bytes: Uint8Array): OuterBlock | undefined {
  try {
    return parseOuterBlock(bytes);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

/** Offsets behind codec version (2 bytes) and type ID (4). Blocks since Banff begin with their time. */
const apricotParentOffset = 6;
const banffParentOffset = 14;

/** Offset of the parent's ID by type ID; a Banff proposal block (29) has its transactions before it. */
const parentOffsets: Readonly<Record<number, number>> = {
  0: apricotParentOffset,
  1: apricotParentOffset,
  2: apricotParentOffset,
  3: apricotParentOffset,
  4: apricotParentOffset,
  30: banffParentOffset,
  31: banffParentOffset,
  32: banffParentOffset,
};

/** Parent and height from the head of a P-chain block. avalanchego vms/platformvm/block @ v1.14.2 */
function readLink(block: Uint8Array): BlockLink {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const isVersion0 = block.length >= apricotParentOffset && view.getUint16(0) === 0;
  const offset = isVersion0 ? parentOffsets[view.getUint32(2)] : undefined;
  if (offset === undefined) return parseLink(block);
  if (block.length < offset + 40) throw notABlock();
  return { parentID: block.subarray(offset, offset + 32), height: view.getBigUint64(offset + 32) };
}

function parseLink(block: Uint8Array): BlockLink {
  try {
    return parseBlock(block, { bytesMax: Infinity });
  } catch (error) {
    if (error instanceof CodecError) throw notABlock(error);
    throw error;
  }
}

function notABlock(cause?: CodecError): ContainerError {
  return new ContainerError("The bytes are not a block of the P-chain.", { cause });
}

export const pChainForm: BlockForm = { chain: "P", link: readLink, idOf: sha256 };
