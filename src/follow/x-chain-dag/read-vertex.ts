import { sha256 } from "../../crypto/hash.ts";
import { parseXChainTx } from "../../foreign-chains/x-chain/tx.ts";
import { parseVertex, type Vertex, vertexFault } from "../../foreign-chains/x-chain/vertex.ts";
import { equalBytes, type Id } from "../../formats/bytes.ts";
import { formatId } from "../../formats/id.ts";
import { CodecError } from "../../pchain/codec/reader.ts";
import type { StagedTx, StagedVertex } from "../../store/staged-dag.ts";

/** A vertex that hashes lead to is not one of the X-chain's DAG. The message says why. */
export class VertexRefused extends Error {
  override readonly name = "VertexRefused";
}

export type ExpectedVertex = {
  /** The hash of the bytes. */
  readonly id: Id;
  readonly chainID: Id;
  readonly isStopVertex: boolean;
};

/** Reads a vertex of the DAG and its transactions. Throws VertexRefused. */
export function readVertex(bytes: Uint8Array, expected: ExpectedVertex): StagedVertex {
  const { id, chainID, isStopVertex } = expected;
  try {
    const vertex = parseVertex(bytes);
    const fault = faultOf(vertex, chainID, isStopVertex);
    if (fault !== undefined) throw new VertexRefused(fault);
    const txs = vertex.kind === "StopVertex" ? [] : stagedTxs(vertex.txs, vertex.parentIDs.length);
    return { id, bytes, height: vertex.height, parentIDs: vertex.parentIDs, txs };
  } catch (error) {
    if (!(error instanceof CodecError || error instanceof VertexRefused)) throw error;
    throw new VertexRefused(`vertex ${formatId(id)} of the X-chain's DAG: ${error.message}`);
  }
}

function faultOf(vertex: Vertex, chainID: Id, isStopVertex: boolean): string | undefined {
  if (!equalBytes(vertex.chainID, chainID)) return "wrong ChainID in vertex";
  if (isStopVertex && vertex.kind !== "StopVertex") {
    return "it is not a stop vertex, so the network's cortinaXChainStopVertexID is wrong";
  }
  if (!isStopVertex && vertex.kind === "StopVertex") return "a stop vertex that is not the last";
  return vertexFault(vertex);
}

/** Codec version, chain ID, height and epoch; the parents follow. */
const headBytes = 2 + 32 + 8 + 4;
const lengthBytes = 4;
const idBytes = 32;

function stagedTxs(txs: readonly Uint8Array[], parentCount: number): readonly StagedTx[] {
  let start = headBytes + lengthBytes + idBytes * parentCount + lengthBytes;
  return txs.map((bytes) => {
    parseXChainTx(bytes);
    start += lengthBytes;
    const tx = { id: sha256(bytes), start, length: bytes.length };
    start += bytes.length;
    return tx;
  });
}
