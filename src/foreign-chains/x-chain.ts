import { sha256 } from "../crypto/hash.ts";
import { concatBytes, emptyId, type Id, isZero } from "../formats/bytes.ts";
import { parseId } from "../formats/id.ts";
import type { Upgrades } from "../networks/network.ts";

/** StandardBlock in the X-chain codec. avalanchego vms/avm/block/parser.go @ v1.12.1 */
export const xChainBlockTypeID = 20;

/** A block begins with the codec version (2 bytes) and the type ID (4); the parent ID follows. */
const parentStart = 6;
const parentEnd = parentStart + 32;
const heightEnd = parentEnd + 8;

/** ID, parent and height of an X-chain block, without a proposervm wrapper; undefined when the bytes are too short. */
export function xChainBlockLink(
  bytes: Uint8Array,
): { readonly id: Id; readonly parentID: Id; readonly height: bigint } | undefined {
  if (bytes.length < heightEnd) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    id: sha256(bytes),
    parentID: bytes.subarray(parentStart, parentEnd),
    height: view.getBigUint64(parentEnd),
  };
}

/**
 * ID of the X-chain block at height 0. The X-chain used to be a DAG; this block follows its stop vertex, which is
 * fixed for mainnet and fuji and a vertex without parents on other networks. avalanchego vms/avm/state/state.go
 * initializeChainState, snow/engine/avalanche/vertex/builder.go @ v1.12.1
 */
export function xChainGenesisBlockID(xChainID: Id, upgrades: Upgrades): Id {
  const configured = parseId(upgrades.cortinaXChainStopVertexID);
  const stopVertexID = isZero(configured) ? firstStopVertexID(xChainID) : configured;
  const height = 0n;
  const merkleRoot = emptyId;
  return sha256(
    concatBytes(
      u16(0),
      u32(xChainBlockTypeID),
      stopVertexID,
      u64(height),
      u64(upgrades.cortina),
      merkleRoot,
      u32(0),
    ),
  );
}

function firstStopVertexID(xChainID: Id): Id {
  const parentCount = 0;
  return sha256(concatBytes(u16(1), xChainID, u64(0n), u32(parentCount)));
}

function u16(value: number): Uint8Array {
  return bigEndian(BigInt(value), 2);
}

function u32(value: number): Uint8Array {
  return bigEndian(BigInt(value), 4);
}

function u64(value: bigint): Uint8Array {
  return bigEndian(BigInt.asUintN(64, value), 8);
}

function bigEndian(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) =>
    Number((value >> BigInt(8 * (length - 1 - i))) & 0xffn),
  );
}
