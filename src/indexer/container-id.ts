import { sha256 } from "../crypto/hash.ts";
import { cChainBlockLink, isRlpList, RlpError } from "../foreign-chains/c-chain-block.ts";
import { xChainBlockLink, xChainBlockTypeID } from "../foreign-chains/x-chain.ts";
import type { Id } from "../formats/bytes.ts";
import { parseBlock } from "../pchain/blocks/block.ts";
import { type OuterBlock, parseOuterBlock } from "../pchain/blocks/proposervm.ts";
import { CodecError } from "../pchain/codec/reader.ts";
import type { IndexPath } from "../store/container-log.ts";

/** The properties of a container that its bytes determine. */
export type ReadContainer = {
  readonly id: Id;
  /** The previous container of its chain. Undefined for transactions and vertices. */
  readonly parentID: Id | undefined;
  /** The sha256 ID of the inner block. Undefined for transactions and vertices. */
  readonly innerID: (() => Id) | undefined;
};

/** Bytes that are not a container of their index. */
export class ContainerError extends Error {
  override readonly name = "ContainerError";
}

/** Computes ID and parent from the bytes. Throws ContainerError for bytes of another index. */
export function readContainer(path: IndexPath, bytes: Uint8Array): ReadContainer {
  const chain = chainBlocks[path];
  if (chain === undefined) {
    return { id: sha256(bytes), parentID: undefined, innerID: undefined };
  }
  const outer = readOuterBlock(bytes);
  const isOption = outer?.kind === "Option";
  const innerBlock = outer === undefined ? bytes : isOption ? outer.block : outer.proposal.block;
  if (!chain.isBlock(innerBlock)) throw notABlock(path);
  const innerID = () => sha256(innerBlock);
  if (outer === undefined) return { ...linkOf(path, chain, bytes), innerID };
  return {
    id: outer.id,
    parentID: isOption ? outer.parentID : outer.proposal.parentID,
    innerID,
  };
}

/** The format of a chain's blocks without their proposervm wrapping. */
type ChainBlocks = {
  /** Checks the first bytes only. */
  readonly isBlock: (bytes: Uint8Array) => boolean;
  /** Undefined, or a CodecError or RlpError, for bytes that are not a block. */
  readonly link: (bytes: Uint8Array) => { readonly id: Id; readonly parentID: Id } | undefined;
};

const chainBlocks: Readonly<Partial<Record<IndexPath, ChainBlocks>>> = {
  "P/block": {
    isBlock: (bytes) => pChainBlockTypes.has(typeOf(bytes)),
    link: (bytes) => parseBlock(bytes, { bytesMax: Infinity }),
  },
  "X/block": {
    isBlock: (bytes) => typeOf(bytes) === xChainBlockTypeID,
    link: xChainBlockLink,
  },
  "C/block": { isBlock: isRlpList, link: cChainBlockLink },
};

/** avalanchego vms/platformvm/block/codec.go @ v1.12.1 */
const pChainBlockTypes: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 29, 30, 31, 32]);

/** The type ID that follows codec version 0; -1 for other bytes. */
function typeOf(bytes: Uint8Array): number {
  const isVersion0 = bytes.length >= 6 && bytes[0] === 0 && bytes[1] === 0;
  if (!isVersion0) return -1;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(2);
}

function linkOf(
  path: IndexPath,
  chain: ChainBlocks,
  bytes: Uint8Array,
): { readonly id: Id; readonly parentID: Id } {
  let link: ReturnType<ChainBlocks["link"]>;
  try {
    link = chain.link(bytes);
  } catch (error) {
    if (!(error instanceof CodecError || error instanceof RlpError)) throw error;
    throw new ContainerError(error.message, { cause: error });
  }
  if (link === undefined) throw notABlock(path);
  return link;
}

function notABlock(path: IndexPath): ContainerError {
  return new ContainerError(`no ${path[0]}-chain block`);
}

/** Undefined if the bytes are not a proposervm block. */
export function readOuterBlock(bytes: Uint8Array): OuterBlock | undefined {
  try {
    return parseOuterBlock(bytes);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}
