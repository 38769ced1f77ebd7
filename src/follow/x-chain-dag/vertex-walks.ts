import { sha256 } from "../../crypto/hash.ts";
import { vertexParentIDs } from "../../foreign-chains/x-chain-dag.ts";
import { type BytesKey, equalBytes, type Id, keyOf } from "../../formats/bytes.ts";
import type { StagedDag, StagedVertex } from "../../store/staged-dag.ts";
import type { FetchedWalks } from "../fetch.ts";
import { readVertex } from "./read-vertex.ts";

/** Vertices to ask for at once; one answer has most of what is below others. */
const wantedMax = 64;

/** Vertices in one transaction: writing more would keep the thread for too long. */
const writtenAtOnce = 128;

export type VertexWalksOptions = {
  readonly chainID: Id;
  readonly stopVertexID: Id;
  readonly staging: StagedDag;
  /** Lets other work run; called between the vertices of a response. */
  readonly pause: () => Promise<void>;
};

/**
 * Walks from the stop vertex of a DAG down to the vertices without parents. The stop vertex is known and every parent ID is a
 * hash, so the vertices may come from anyone.
 */
export class VertexWalks implements FetchedWalks {
  readonly #options: VertexWalksOptions;
  /** Fetched vertices of which an answer had nothing new: a large one leaves no room for its parents. */
  readonly #barren = new Set<BytesKey>();

  constructor(options: VertexWalksOptions) {
    this.#options = options;
  }

  /**
   * Vertices whose ancestors are missing. A fetched vertex is asked for again rather than each of its parents: one answer has all of
   * them, while answers for each would repeat what is below.
   */
  readonly wanted = (): readonly Id[] => {
    const ids = this.#options.staging
      .missing(wantedMax)
      .map(({ id, childID }) =>
        childID === undefined || this.#barren.has(keyOf(childID)) ? id : childID,
      );
    return [...new Map(ids.map((id) => [keyOf(id), id])).values()];
  };

  isDone(): boolean {
    return this.#options.staging.missing(1).length === 0;
  }

  /**
   * Stages what a peer sent for a wanted vertex: it and its ancestors, each after one of its children. Returns how many are new,
   * or undefined if the first one is not the wanted one. Throws VertexRefused.
   */
  readonly receive = async (
    wantedID: Id,
    response: readonly Uint8Array[],
  ): Promise<number | undefined> => {
    const { staging, pause } = this.#options;
    const expected = new Map<BytesKey, Id>([[keyOf(wantedID), wantedID]]);
    const seen = new Set<BytesKey>();
    let fresh: StagedVertex[] = [];
    let count = 0;
    for (const bytes of response) {
      await pause();
      const id = sha256(bytes);
      const key = keyOf(id);
      if (!expected.has(key) || seen.has(key)) break;
      seen.add(key);
      const vertex = this.#readNew(bytes, id);
      for (const parentID of vertex?.parentIDs ?? vertexParentIDs(bytes)) {
        expected.set(keyOf(parentID), parentID);
      }
      if (vertex !== undefined) fresh.push(vertex);
      if (fresh.length < writtenAtOnce) continue;
      count += staging.put(fresh);
      fresh = [];
    }
    count += staging.put(fresh);
    if (seen.size === 0) return undefined;
    if (count === 0 && staging.has(wantedID)) this.#barren.add(keyOf(wantedID));
    return count;
  };

  /** Undefined for a vertex that is staged: answers overlap. */
  #readNew(bytes: Uint8Array, id: Id): StagedVertex | undefined {
    const { staging, chainID, stopVertexID } = this.#options;
    if (staging.has(id)) return undefined;
    return readVertex(bytes, { id, chainID, isStopVertex: equalBytes(id, stopVertexID) });
  }
}
