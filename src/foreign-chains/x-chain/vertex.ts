import { sha256 } from "../../crypto/hash.ts";
import { compareBytes, type Id } from "../../formats/bytes.ts";
import { bytes as byteSlice, id, u32, u64 } from "../../pchain/codec/primitives.ts";
import { plainBytes } from "../../pchain/codec/reader.ts";
import { kindStruct, slice } from "../../pchain/codec/struct.ts";
import { decodeVersions, encodeVersioned } from "../../pchain/codec/versioned.ts";

/** A vertex of the graph that the X-chain was before Cortina. `txs` are the bytes of X-chain transactions. */
export type OrdinaryVertex = {
  readonly kind: "Vertex";
  readonly chainID: Id;
  readonly height: bigint;
  readonly epoch: number;
  readonly parentIDs: readonly Id[];
  readonly txs: readonly Uint8Array[];
};

/** The vertex that ends the graph. */
export type StopVertex = {
  readonly kind: "StopVertex";
  readonly chainID: Id;
  readonly height: bigint;
  readonly parentIDs: readonly Id[];
};

export type VertexContent = OrdinaryVertex | StopVertex;

/** A vertex with its bytes; the ID is their sha256. */
export type Vertex = VertexContent & { readonly bytes: Uint8Array; readonly id: Id };

/** Wire order of each codec version. avalanchego snow/engine/avalanche/vertex/stateless_vertex.go @ v1.12.1 */
export const vertexFields = {
  Vertex: kindStruct<OrdinaryVertex>("Vertex", {
    chainID: id,
    height: u64,
    epoch: u32,
    parentIDs: slice(id),
    txs: slice(byteSlice),
  }),
  StopVertex: kindStruct<StopVertex>("StopVertex", {
    chainID: id,
    height: u64,
    parentIDs: slice(id),
  }),
};

/** avalanchego snow/engine/avalanche/vertex/codec.go @ v1.12.1 */
const bytesMax = 1024 * 1024;
const stopVertexVersion = 1;

/** What AvalancheGo parses; `vertexFault` says whether it is a valid vertex. Throws CodecError. */
export function parseVertex(input: Uint8Array): Vertex {
  const bytes = plainBytes(input);
  const { Vertex, StopVertex } = vertexFields;
  const content = decodeVersions<VertexContent>([Vertex, StopVertex], bytes, { bytesMax });
  return { ...content, bytes, id: sha256(bytes) };
}

export function makeVertex(content: VertexContent): Vertex {
  const bytes =
    content.kind === "Vertex"
      ? encodeVersioned(vertexFields.Vertex, content)
      : encodeVersioned(vertexFields.StopVertex, content, stopVertexVersion);
  return { ...content, bytes, id: sha256(bytes) };
}

const parentsMax = 128;
const txsMax = 128;

/** Why a vertex is not valid, in AvalancheGo's words; undefined if it is. */
export function vertexFault(vertex: VertexContent): string | undefined {
  if (vertex.kind === "Vertex" && vertex.epoch !== 0) return "invalid epoch";
  if (vertex.parentIDs.length > parentsMax) return "vertex contains more than 128 parentIDs";
  if (vertex.kind === "Vertex") {
    if (vertex.txs.length === 0) return "vertex contains no operations";
    if (vertex.txs.length > txsMax) return "vertex contains more than 128 transactions";
  }
  if (!isSortedAndUnique(vertex.parentIDs)) {
    return "vertex contains non-sorted or duplicated parentIDs";
  }
  if (vertex.kind === "Vertex" && !isSortedAndUnique(vertex.txs.map(sha256))) {
    return "vertex contains non-sorted or duplicated transactions";
  }
  return undefined;
}

function isSortedAndUnique(values: readonly Uint8Array[]): boolean {
  return values.every((value, index) => index === 0 || compareBytes(values[index - 1]!, value) < 0);
}
