import { sha256 } from "../../crypto/hash.ts";
import { concatBytes, emptyId, type Id, isZero } from "../../formats/bytes.ts";
import { parseId } from "../../formats/id.ts";
import type { Upgrades } from "../../networks/network.ts";

/** A StandardBlock in the codec of the X-chain. avalanchego vms/avm/block/parser.go @ v1.12.1 */
const standardBlockTypeID = 20;

/**
 * ID of the X-chain's block at height 0. The chain was a graph before; the block follows the vertex that ended it:
 * a fact of mainnet and fuji, elsewhere a vertex without parents. avalanchego vms/avm/state/state.go
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
      u32(standardBlockTypeID),
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
