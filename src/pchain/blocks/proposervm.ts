import { hash160, sha256 } from "../../crypto/hash.ts";
import type { Id, NodeId } from "../../formats/bytes.ts";
import { bytes as byteSlice, i64, id, u64 } from "../codec/primitives.ts";
import { CodecError, plainBytes } from "../codec/reader.ts";
import { inline, kindStruct, struct } from "../codec/struct.ts";
import { registerTypes, union } from "../codec/union.ts";
import { decodeVersioned, encodeVersioned } from "../codec/versioned.ts";

/** The proposer's statement about the block that it wraps. */
export type Proposal = {
  /** ID of the outer parent, or of the inner one if the parent is not wrapped. */
  readonly parentID: Id;
  /** Unix seconds. */
  readonly timestamp: bigint;
  readonly pChainHeight: bigint;
  /** The proposer's staking certificate in DER; empty in an unsigned block. */
  readonly certificate: Uint8Array;
  /** The inner block. */
  readonly block: Uint8Array;
};

/** A Granite epoch: the P-chain height that warp messages are verified at (ACP-181). */
export type Epoch = {
  readonly pChainHeight: bigint;
  readonly number: bigint;
  /** Unix seconds. */
  readonly startTime: bigint;
};

export type StatelessBlock = {
  readonly kind: "StatelessBlock";
  readonly proposal: Proposal;
  /** Signature of `headerBytes`; empty in an unsigned block. */
  readonly signature: Uint8Array;
};

export type StatelessGraniteBlock = {
  readonly kind: "StatelessGraniteBlock";
  readonly proposal: Proposal;
  readonly epoch: Epoch;
  readonly signature: Uint8Array;
};

/** Wraps a commit or abort block. */
export type OptionBlock = {
  readonly kind: "Option";
  readonly parentID: Id;
  readonly block: Uint8Array;
};

export type OuterContent = StatelessBlock | StatelessGraniteBlock | OptionBlock;

/** A wrapped block with its bytes; the ID leaves the signature out. */
export type OuterBlock = OuterContent & { readonly bytes: Uint8Array; readonly id: Id };

/** A block as peers send it; those from before Apricot phase 4 are not wrapped. */
export type ReceivedContainer = {
  readonly id: Id;
  readonly bytes: Uint8Array;
  readonly outer: OuterBlock | undefined;
};

/** Throws CodecError. avalanchego vms/proposervm/block/parse.go @ v1.12.1 */
export function parseOuterBlock(input: Uint8Array): OuterBlock {
  const bytes = plainBytes(input);
  const parsed = decodeVersioned(content, bytes, {
    bytesMax: Infinity,
    types: registerTypes(outerTypes),
  });
  return { ...parsed, bytes, id: outerId(parsed, bytes) };
}

export function makeOuterBlock(value: OuterContent): OuterBlock {
  const bytes = encodeVersioned(content, value);
  return { ...value, bytes, id: outerId(value, bytes) };
}

/** The bytes whose sha256 the proposer signs. avalanchego vms/proposervm/block/header.go @ v1.12.1 */
export function headerBytes(chainID: Id, parentID: Id, bodyID: Id): Uint8Array {
  return encodeVersioned(header, { chainID, parentID, bodyID });
}

/** The bytes of the inner block; undefined if the bytes are not a wrapped block. */
export function innerBytes(bytes: Uint8Array): Uint8Array | undefined {
  try {
    const outer = parseOuterBlock(bytes);
    return outer.kind === "Option" ? outer.block : outer.proposal.block;
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

/** The node that signed; undefined for an unsigned block. */
export function proposerOf(proposal: Proposal): NodeId | undefined {
  return proposal.certificate.length === 0 ? undefined : hash160(proposal.certificate);
}

const proposal = struct<Proposal>({
  parentID: id,
  timestamp: i64,
  pChainHeight: u64,
  certificate: byteSlice,
  block: byteSlice,
});

const epoch = struct<Epoch>({ pChainHeight: u64, number: u64, startTime: i64 });

/** avalanchego vms/proposervm/block/codec.go @ v1.14.2 */
const outerTypes = {
  StatelessBlock: { typeID: 0, goName: "block.statelessBlock" },
  Option: { typeID: 1, goName: "block.option" },
  StatelessGraniteBlock: { typeID: 2, goName: "block.statelessGraniteBlock" },
} as const;

const content = union<OuterContent>({
  interfaceName: "block.Block",
  types: outerTypes,
  fields: {
    StatelessBlock: kindStruct<StatelessBlock>("StatelessBlock", {
      proposal: inline(proposal),
      signature: byteSlice,
    }),
    Option: kindStruct<OptionBlock>("Option", { parentID: id, block: byteSlice }),
    StatelessGraniteBlock: kindStruct<StatelessGraniteBlock>("StatelessGraniteBlock", {
      proposal: inline(proposal),
      epoch: inline(epoch),
      signature: byteSlice,
    }),
  },
});

type Header = { readonly chainID: Id; readonly parentID: Id; readonly bodyID: Id };

const header = struct<Header>({ chainID: id, parentID: id, bodyID: id });

function outerId(value: OuterContent, bytes: Uint8Array): Id {
  if (value.kind === "Option") return sha256(bytes);
  return sha256(bytes.subarray(0, bytes.length - 4 - value.signature.length));
}
