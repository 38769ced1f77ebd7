import { publicKeyFault } from "../crypto/bls.ts";
import { sha256 } from "../crypto/hash.ts";
import { encodeBech32 } from "../formats/bech32.ts";
import { formatHex } from "../formats/hex.ts";
import { formatId, formatShortId } from "../formats/id.ts";
import { formatNodeId } from "../formats/node-id.ts";
import { networkHrp } from "../networks/ids.ts";
import { type Block, blockToJson, blockTxs, parseBlock } from "../pchain/blocks/block.ts";
import { decodeVersioned } from "../pchain/codec/versioned.ts";
import { decodeUtxo, utxo, utxoID } from "../pchain/components/utxo.ts";
import { parseTx, txToJson } from "../pchain/txs/tx.ts";
import { baseTxOf, txCodecTypes, type UnsignedTx, unsignedTx } from "../pchain/txs/unsigned-tx.ts";
import { readContainer } from "./container.ts";
import {
  readAtomicTx,
  readCChainBlock,
  readVertex,
  readXChainBlock,
  readXChainTx,
} from "./foreign-chains.ts";
import type { DecodeContext, Reading, ReadingType } from "./reading.ts";
import {
  readL1Message,
  readUnsignedWarpMessage,
  readWarpMessage,
  readWarpPayload,
} from "./warp-message.ts";

type Reader = (bytes: Uint8Array, context: DecodeContext) => Omit<Reading, "type"> | undefined;

const bytesMax = Number.POSITIVE_INFINITY;

/** Each throws a FormatError, CodecError, RlpError or Rejection, or returns undefined, for bytes of another type. */
export const readers = {
  transaction(bytes, context) {
    const tx = parseTx(bytes, { bytesMax });
    const value = txToJson(tx, contextOf([tx.unsigned], context));
    return { kind: tx.unsigned.kind, id: formatId(tx.id), value };
  },
  unsignedTransaction(bytes, context) {
    const unsigned = decodeVersioned(unsignedTx, bytes, { bytesMax, types: txCodecTypes });
    const value = unsignedTx.toJson(unsigned, contextOf([unsigned], context));
    return { kind: unsigned.kind, value };
  },
  block: (bytes, context) => blockReading(parseBlock(bytes, { bytesMax }), context),
  container: (bytes, context) =>
    readContainer(bytes, context, (block) => blockReading(block, context)),
  utxo(bytes, context) {
    const value = decodeUtxo(bytes, { bytesMax });
    return {
      kind: value.output.kind,
      id: formatId(utxoID(value)),
      value: utxo.toJson(value, context),
    };
  },
  xChainTransaction: readXChainTx,
  xChainBlock: readXChainBlock,
  vertex: readVertex,
  cChainBlock: readCChainBlock,
  atomicTransaction: readAtomicTx,
  warpMessage: readWarpMessage,
  unsignedWarpMessage: readUnsignedWarpMessage,
  warpPayload: readWarpPayload,
  l1Message: readL1Message,
  id: (bytes) =>
    bytes.length === 32 ? { value: { cb58: formatId(bytes), hex: formatHex(bytes) } } : undefined,
  nodeID: (bytes) =>
    bytes.length === 20
      ? { value: { nodeID: formatNodeId(bytes), hex: formatHex(bytes) } }
      : undefined,
  address(bytes, { hrp }) {
    if (bytes.length !== 20) return undefined;
    const bech32 = encodeBech32(hrp, bytes);
    const [p, x, c] = ["P", "X", "C"].map((chain) => `${chain}-${bech32}`);
    return {
      value: { P: p!, X: x!, C: c!, hex: formatHex(bytes), cb58: formatShortId(bytes) },
    };
  },
  blsPublicKey(bytes) {
    if (bytes.length !== 48 || publicKeyFault(bytes) !== undefined) return undefined;
    return { value: { hex: formatHex(bytes), sha256: formatHex(sha256(bytes)) } };
  },
} as const satisfies Record<ReadingType, Reader>;

function blockReading(block: Block, context: DecodeContext): Omit<Reading, "type"> {
  const txs = blockTxs(block).map(({ unsigned }) => unsigned);
  return {
    kind: block.kind,
    id: formatId(block.id),
    value: blockToJson(block, contextOf(txs, context)),
  };
}

/** Addresses have the prefix of the network that a transaction names. */
function contextOf(txs: readonly UnsignedTx[], context: DecodeContext): { readonly hrp: string } {
  const base = txs.map(baseTxOf).find((found) => found !== undefined);
  return base === undefined ? context : { hrp: networkHrp(base.networkID) };
}
