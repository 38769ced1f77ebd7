import { sha256 } from "../../crypto/hash.ts";
import type { Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import type { JsonValue } from "../../formats/json.ts";
import type { JsonContext } from "../../pchain/codec/field.ts";
import { id, u64 } from "../../pchain/codec/primitives.ts";
import { plainBytes } from "../../pchain/codec/reader.ts";
import { kindStruct, slice } from "../../pchain/codec/struct.ts";
import { union } from "../../pchain/codec/union.ts";
import {
  type DecodeOptions,
  decodeVersioned,
  encodeVersioned,
} from "../../pchain/codec/versioned.ts";
import { type XChainTx, xChainTx } from "./tx.ts";
import { xChainCodecTypes, xChainTypes } from "./wire-types.ts";

export type StandardBlock = {
  readonly kind: "StandardBlock";
  readonly parentID: Id;
  readonly height: bigint;
  /** Unix seconds. */
  readonly time: bigint;
  readonly merkleRoot: Id;
  readonly txs: readonly XChainTx[];
};

/** A block of the X-chain with its bytes, codec version included; the ID is their sha256. */
export type XChainBlock = StandardBlock & { readonly bytes: Uint8Array; readonly id: Id };

/** Wire order. avalanchego vms/avm/block/standard_block.go @ v1.12.1 */
const standardBlock = kindStruct<StandardBlock>("StandardBlock", {
  parentID: id,
  height: u64,
  time: u64,
  merkleRoot: id,
  txs: slice(xChainTx),
});

const xChainBlock = union<StandardBlock>({
  interfaceName: "block.Block",
  types: xChainTypes,
  fields: { StandardBlock: standardBlock },
});

/** Throws CodecError. */
export function parseXChainBlock(input: Uint8Array, options?: DecodeOptions): XChainBlock {
  const bytes = plainBytes(input);
  const block = decodeVersioned(xChainBlock, bytes, { types: xChainCodecTypes, ...options });
  return { ...block, bytes, id: sha256(bytes) };
}

export function makeXChainBlock(value: StandardBlock): XChainBlock {
  const bytes = encodeVersioned(xChainBlock, value);
  return { ...value, bytes, id: sha256(bytes) };
}

export function xChainBlockToJson(block: XChainBlock, context: JsonContext): JsonValue {
  const members = standardBlock.toJson(block, { ...context, chain: "X" });
  return { ...(members as object), id: formatId(block.id) };
}

/** Reads what `xChainBlockToJson` writes; the ID follows from the rest. Throws FormatError. */
export function xChainBlockFromJson(json: JsonValue): XChainBlock {
  return makeXChainBlock(standardBlock.fromJson(json));
}
