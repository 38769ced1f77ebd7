import { sha256 } from "../crypto/hash.ts";
import { equalBytes, type Id } from "../formats/bytes.ts";
import { type OuterBlock, parseOuterBlock } from "../pchain/blocks/proposervm.ts";
import { CodecError } from "../pchain/codec/reader.ts";

/**
 * A P-chain block as peers send it: wrapped by its proposer since Apricot phase 4, the block itself before.
 * Consensus, checkpoints and the index know it by `id`; the P-chain knows the block inside by its own ID.
 */
export type Container = {
  readonly bytes: Uint8Array;
  readonly id: Id;
  /** The container that this one builds on. */
  readonly parentID: Id;
  readonly height: bigint;
  /** The P-chain block inside. */
  readonly block: Uint8Array;
  /** Undefined for a container without a wrapping. */
  readonly outer: OuterBlock | undefined;
};

/** Bytes that are not a container of the P-chain. */
export class ContainerError extends Error {
  override readonly name = "ContainerError";
}

/** Reads the wrapping and the links of a container; transactions stay unread. Throws ContainerError. */
export function readContainer(bytes: Uint8Array): Container {
  const outer = readOuter(bytes);
  if (outer === undefined) {
    const { parentID, height } = readLink(bytes);
    return { bytes, id: sha256(bytes), parentID, height, block: bytes, outer };
  }
  const isOption = outer.kind === "Option";
  const block = isOption ? outer.block : outer.proposal.block;
  const parentID = isOption ? outer.parentID : outer.proposal.parentID;
  return { bytes, id: outer.id, parentID, height: readLink(block).height, block, outer };
}

/** Reads a container that must have this ID. Throws ContainerError. */
export function readContainerWithID(bytes: Uint8Array, id: Id): Container {
  const container = readContainer(bytes);
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
const apricotTypeIDs = { first: 0, last: 4 };
const banffTypeIDs = { first: 29, last: 32 };

/** Parent and height from the head of a P-chain block. avalanchego vms/platformvm/block @ v1.14.2 */
function readLink(block: Uint8Array): { readonly parentID: Id; readonly height: bigint } {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  if (block.length < apricotParentOffset || view.getUint16(0) !== 0) {
    throw new ContainerError("The bytes are not a block of the P-chain.");
  }
  const offset = parentOffset(view.getUint32(2));
  if (offset === undefined || block.length < offset + 40) {
    throw new ContainerError("The bytes are not a block of the P-chain.");
  }
  return { parentID: block.subarray(offset, offset + 32), height: view.getBigUint64(offset + 32) };
}

function parentOffset(typeID: number): number | undefined {
  if (typeID >= apricotTypeIDs.first && typeID <= apricotTypeIDs.last) return apricotParentOffset;
  if (typeID >= banffTypeIDs.first && typeID <= banffTypeIDs.last) return banffParentOffset;
  return undefined;
}
