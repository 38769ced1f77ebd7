import { appendChecksum } from "../formats/checksum.ts";
import { formatBase64 } from "../formats/encoding.ts";
import { FormatError } from "../formats/format-error.ts";
import { formatHex, parseHex } from "../formats/hex.ts";
import type { JsonValue } from "../formats/json.ts";
import { encodeLongBase58 } from "../formats/long-base58.ts";
import { type BlockKind, blockFromJson } from "../pchain/blocks/block.ts";
import { at, membersOf, textOf } from "../pchain/codec/json-form.ts";
import { encodeUtxo, utxo } from "../pchain/components/utxo.ts";
import { encodeUnsignedTx, txFromJson } from "../pchain/txs/tx.ts";
import { unsignedTx } from "../pchain/txs/unsigned-tx.ts";
import { blockTypes } from "../pchain/wire-types.ts";
import { encodeContainer } from "./encode-container.ts";
import { encodeUnsignedWarp, encodeWarp, encodeWarpPayload } from "./encode-warp-message.ts";
import {
  encodeAtomicTx,
  encodeCChainBlock,
  encodeVertex,
  encodeXChainBlock,
  encodeXChainTx,
} from "./foreign-chains.ts";
import { type ReadingType, readingTypes } from "./reading.ts";
import type { TextEncoding } from "./text-encodings.ts";

/** Bytes of a reading as `decodeText` returns it. IDs in it are ignored: they follow from the rest. Throws FormatError. */
export function encodeReading(json: JsonValue): Uint8Array {
  const { type, kind, value } = membersOf(json);
  if (!isReadingType(type)) {
    throw new FormatError(`type: expected one of ${readingTypes.join(", ")}`);
  }
  if (value === undefined) throw new FormatError("value is missing");
  return at("value", () => writers[type](value, kind));
}

type Writer = (value: JsonValue, kind: JsonValue | undefined) => Uint8Array;

const writers = {
  transaction: (value) => txFromJson(value).bytes,
  unsignedTransaction: (value) => encodeUnsignedTx(unsignedTx.fromJson(value)),
  block: (value, kind) => blockFromJson(value, blockKindOf(kind)).bytes,
  container: (value, kind) =>
    encodeContainer(value, kind, (block, inner) => blockFromJson(block, blockKindOf(inner)).bytes),
  utxo: (value) => encodeUtxo(utxo.fromJson(value)),
  xChainTransaction: encodeXChainTx,
  xChainBlock: encodeXChainBlock,
  vertex: encodeVertex,
  cChainBlock: encodeCChainBlock,
  atomicTransaction: encodeAtomicTx,
  warpMessage: encodeWarp,
  unsignedWarpMessage: encodeUnsignedWarp,
  warpPayload: encodeWarpPayload,
  l1Message: encodeWarpPayload,
  id: hexMember,
  nodeID: hexMember,
  address: hexMember,
  blsPublicKey: hexMember,
} as const satisfies Record<ReadingType, Writer>;

function hexMember(value: JsonValue): Uint8Array {
  return at("hex", () => parseHex(textOf(membersOf(value)["hex"] ?? null)));
}

/** A commit and an abort block have the same members, so the kind is necessary. */
function blockKindOf(kind: JsonValue | undefined): BlockKind {
  if (typeof kind === "string" && Object.hasOwn(blockTypes, kind)) return kind as BlockKind;
  throw new FormatError(`kind of the block: expected one of ${Object.keys(blockTypes).join(", ")}`);
}

function isReadingType(type: JsonValue | undefined): type is ReadingType {
  return readingTypes.some((each) => each === type);
}

/** Base58 takes seconds for more. */
const cb58BytesMax = 512 * 1024;

/** Throws FormatError for too many bytes. */
export function textOfBytes(bytes: Uint8Array, encoding: TextEncoding): string {
  switch (encoding) {
    case "hexc":
      return formatHex(appendChecksum(bytes));
    case "hexnc":
      return formatHex(bytes);
    case "base64":
      return formatBase64(bytes);
    case "cb58":
      if (bytes.length > cb58BytesMax) {
        throw new FormatError(`cb58 of more than ${cb58BytesMax} bytes takes too long: use hexc`);
      }
      return encodeLongBase58(appendChecksum(bytes));
  }
}
