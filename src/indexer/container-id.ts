import { sha256 } from "../crypto/hash.ts";
import { keccak256 } from "../crypto/keccak.ts";
import type { Id } from "../formats/bytes.ts";
import { parseBlock } from "../pchain/blocks/block.ts";
import { type OuterBlock, parseOuterBlock } from "../pchain/blocks/proposervm.ts";
import { CodecError } from "../pchain/codec/reader.ts";
import type { IndexPath } from "../store/container-log.ts";
import { firstRlpItem, RlpError } from "./rlp.ts";

/** What a container's bytes say of it. */
export type ReadContainer = {
  readonly id: Id;
  /** The container accepted before it on its chain; transactions and vertices name none. */
  readonly parentID: Id | undefined;
  /** ID that a chain of sha256 IDs gives its own block; undefined for transactions and vertices. */
  readonly innerID: (() => Id) | undefined;
};

/** Bytes that are no container of their index. */
export class ContainerError extends Error {
  override readonly name = "ContainerError";
}

/** Computes ID and parent from bytes alone. Throws ContainerError for bytes of another index. */
export function readContainer(path: IndexPath, bytes: Uint8Array): ReadContainer {
  const chain = chainBlocks[path];
  if (chain === undefined) {
    return { id: sha256(bytes), parentID: undefined, innerID: undefined };
  }
  const outer = readOuterBlock(bytes);
  const isOption = outer?.kind === "Option";
  const innerBlock = outer === undefined ? bytes : isOption ? outer.block : outer.proposal.block;
  if (!chain.isBlock(innerBlock)) throw new ContainerError(`no ${path[0]}-chain block`);
  const innerID = () => sha256(innerBlock);
  if (outer === undefined) return { ...linkOf(chain, bytes), innerID };
  return {
    id: outer.id,
    parentID: isOption ? outer.parentID : outer.proposal.parentID,
    innerID,
  };
}

/** How the blocks of a chain look without their wrapping. */
type ChainBlocks = {
  /** A quick look at how the bytes begin. */
  readonly isBlock: (bytes: Uint8Array) => boolean;
  readonly link: (bytes: Uint8Array) => { readonly id: Id; readonly parentID: Id };
};

const chainBlocks: Readonly<Partial<Record<IndexPath, ChainBlocks>>> = {
  "P/block": {
    isBlock: (bytes) => pChainBlockTypes.has(typeOf(bytes)),
    link: (bytes) => parseBlock(bytes, { bytesMax: Infinity }),
  },
  "X/block": {
    isBlock: (bytes) => typeOf(bytes) === xChainBlockType,
    link: (bytes) => {
      if (bytes.length < parentEnd) throw new ContainerError("no X-chain block");
      return { id: sha256(bytes), parentID: bytes.subarray(parentStart, parentEnd) };
    },
  },
  "C/block": { isBlock: isRlpList, link: cChainLink },
};

/** avalanchego vms/platformvm/block/codec.go @ v1.12.1 */
const pChainBlockTypes: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 29, 30, 31, 32]);

/** avalanchego vms/avm/block/{parser,standard_block}.go @ v1.12.1 */
const xChainBlockType = 20;

/** Behind codec version and type, in the blocks of the X-chain. */
const parentStart = 6;
const parentEnd = parentStart + 32;

/** The type ID behind codec version 0; -1 where there is none. */
function typeOf(bytes: Uint8Array): number {
  const isVersion0 = bytes.length >= parentStart && bytes[0] === 0 && bytes[1] === 0;
  if (!isVersion0) return -1;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(2);
}

function isRlpList(bytes: Uint8Array): boolean {
  try {
    const { isList, end } = firstRlpItem(bytes);
    return isList && end === bytes.length;
  } catch (error) {
    if (error instanceof RlpError) return false;
    throw error;
  }
}

/** The first item of an Ethereum block is its header, which begins with the parent's hash. */
function cChainLink(bytes: Uint8Array): { readonly id: Id; readonly parentID: Id } {
  const block = firstRlpItem(bytes);
  const items = bytes.subarray(block.start, block.end);
  const header = firstRlpItem(items);
  const parent = firstRlpItem(items.subarray(header.start, header.end));
  if (!header.isList || parent.isList || parent.end - parent.start !== 32) {
    throw new ContainerError("no C-chain block");
  }
  const start = header.start + parent.start;
  return {
    id: keccak256(items.subarray(0, header.end)),
    parentID: items.subarray(start, start + 32),
  };
}

function linkOf(chain: ChainBlocks, bytes: Uint8Array): { readonly id: Id; readonly parentID: Id } {
  try {
    return chain.link(bytes);
  } catch (error) {
    if (!(error instanceof CodecError || error instanceof RlpError)) throw error;
    throw new ContainerError(error.message, { cause: error });
  }
}

/** Undefined where the bytes are no wrapped block. */
export function readOuterBlock(bytes: Uint8Array): OuterBlock | undefined {
  try {
    return parseOuterBlock(bytes);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
