import { cChainBlockLink, isRlpList, RlpError } from "../foreign-chains/c-chain-block.ts";
import { xChainBlockLink, xChainBlockTypeID } from "../foreign-chains/x-chain.ts";
import { formatHex } from "../formats/hex.ts";
import { formatId } from "../formats/id.ts";
import type { JsonValue } from "../formats/json.ts";
import { formatNodeId } from "../formats/node-id.ts";
import { type Block, parseBlock } from "../pchain/blocks/block.ts";
import { type OuterBlock, parseOuterBlock, proposerOf } from "../pchain/blocks/proposervm.ts";
import { CodecError } from "../pchain/codec/reader.ts";
import { readCChainBlock, readXChainBlock } from "./foreign-chains.ts";
import type { DecodeContext, Reading } from "./reading.ts";

type Members = { readonly [name: string]: JsonValue };

/** A container of the index: a block in the wrapper of its proposer. Throws CodecError. */
export function readContainer(
  bytes: Uint8Array,
  context: DecodeContext,
  pChainBlock: (block: Block) => Omit<Reading, "type">,
): Omit<Reading, "type"> {
  const outer = parseOuterBlock(bytes);
  const inner = outer.kind === "Option" ? outer.block : outer.proposal.block;
  const block = blockOfChain(inner, context, pChainBlock);
  return { kind: outer.kind, id: formatId(outer.id), value: { ...wrapperOf(outer), block } };
}

function wrapperOf(outer: OuterBlock): Members {
  if (outer.kind === "Option") return { parentID: formatId(outer.parentID) };
  const { proposal, signature } = outer;
  const proposer = proposerOf(proposal);
  return {
    parentID: formatId(proposal.parentID),
    timestamp: proposal.timestamp,
    pChainHeight: proposal.pChainHeight,
    ...(proposer === undefined ? {} : { proposer: formatNodeId(proposer) }),
    certificate: formatHex(proposal.certificate),
    ...(outer.kind === "StatelessGraniteBlock" ? { epoch: { ...outer.epoch } } : {}),
    signature: formatHex(signature),
  };
}

/** The block, decoded; of an X- or C-chain block that cannot be, its IDs and bytes; else only the bytes. */
function blockOfChain(
  bytes: Uint8Array,
  context: DecodeContext,
  pChainBlock: (block: Block) => Omit<Reading, "type">,
): Members {
  const block = pChainBlockOf(bytes);
  if (block !== undefined) {
    const { kind, id, value } = pChainBlock(block);
    return { chain: "P", kind: kind!, id: id!, value };
  }
  const decoded = decodedForeignBlock(bytes, context);
  if (decoded !== undefined) return decoded;
  const found = foreignBlock(bytes);
  if (found === undefined) return { bytes: formatHex(bytes) };
  const { chain, id, parentID } = found;
  return { chain, id: formatId(id), parentID: formatId(parentID), bytes: formatHex(bytes) };
}

function pChainBlockOf(bytes: Uint8Array): Block | undefined {
  try {
    return parseBlock(bytes, { bytesMax: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function decodedForeignBlock(bytes: Uint8Array, context: DecodeContext): Members | undefined {
  const isOfCChain = isRlpList(bytes);
  try {
    const { kind, id, value } = (isOfCChain ? readCChainBlock : readXChainBlock)(bytes, context)!;
    return {
      chain: isOfCChain ? "C" : "X",
      ...(kind === undefined ? {} : { kind }),
      id: id!,
      value,
    };
  } catch (error) {
    if (error instanceof CodecError || error instanceof RlpError) return undefined;
    throw error;
  }
}

function foreignBlock(bytes: Uint8Array) {
  if (isRlpList(bytes)) {
    const link = cChainBlockLink(bytes);
    return link === undefined ? undefined : { chain: "C", ...link };
  }
  const typeID = bytes.length < 6 ? -1 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(2);
  if (typeID !== xChainBlockTypeID) return undefined;
  const link = xChainBlockLink(bytes);
  return link === undefined ? undefined : { chain: "X", ...link };
}
