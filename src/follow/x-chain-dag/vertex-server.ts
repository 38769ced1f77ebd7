import { vertexParentIDs } from "../../foreign-chains/x-chain-dag.ts";
import { type BytesKey, type Id, keyOf } from "../../formats/bytes.ts";
import { decodeBytes } from "../../formats/encoding.ts";
import type { ChainHandler } from "../../p2p/chain-handler.ts";
import { parseContainer } from "../../store/container-log.ts";
import type { Containers } from "../../store/containers.ts";
import { ancestorLimits } from "../chain-server.ts";
import { ServingTime, type ServingTimeOptions } from "../serving-time.ts";

export type VertexServerOptions = ServingTimeOptions & {
  /** The index X/vtx. */
  readonly vertices: Pick<Containers, "byID">;
};

/**
 * Answers requests for the X-chain's DAG: a vertex and its ancestors, breadth first. Like AvalancheGo, does not answer for one
 * that it does not have. avalanchego snow/engine/avalanche/getter/getter.go @ v1.14.2
 */
export function serveVertices(
  options: VertexServerOptions,
): Required<Pick<ChainHandler, "vertices">> {
  const time = new ServingTime(options);
  return { vertices: (id, from) => time.run(from, () => ancestorsOf(id, options)) };
}

function ancestorsOf(
  id: Id,
  { vertices, nowMillis }: VertexServerOptions,
): readonly Uint8Array[] | undefined {
  const until = nowMillis() + ancestorLimits.durationMs;
  const found: Uint8Array[] = [];
  const queue: Id[] = [id];
  const queued = new Set<BytesKey>([keyOf(id)]);
  let size = 0;
  // The queue grows while it is read.
  for (const next of queue) {
    if (found.length >= ancestorLimits.count) break;
    if (found.length > 0 && nowMillis() > until) break;
    const text = vertices.byID(next);
    if (text === undefined) continue;
    const bytes = decodeBytes(parseContainer(text).bytes, "hex");
    size += bytes.length + ancestorLimits.lengthBytes;
    if (size > ancestorLimits.bytes) break;
    found.push(bytes);
    for (const parentID of vertexParentIDs(bytes)) {
      if (queued.has(keyOf(parentID))) continue;
      queued.add(keyOf(parentID));
      queue.push(parentID);
    }
  }
  return found.length === 0 ? undefined : found;
}
