import type { Id, NodeId } from "../formats/bytes.ts";

/** A validator's claim about its chain, in reply to a query for a height. avalanchego p2p.proto, Chits */
export type Chits = {
  /** The block that the peer prefers; it may never be accepted. */
  readonly preferredID: Id;
  /** The block that the peer accepted last. */
  readonly acceptedID: Id;
  readonly acceptedHeight: bigint;
  /** The peer's preference at the height of the query: accepted if `acceptedHeight` is at least that height. */
  readonly preferredIDAtHeight: Id;
};

/**
 * The questions that following asks of peers. Each resolves with undefined if the peer is not connected, does not
 * answer in time, or sends an invalid response; none rejects.
 */
export interface Peers {
  /** Peers whose handshake is complete. */
  connected(): readonly NodeId[];
  acceptedFrontier(peer: NodeId): Promise<Id | undefined>;
  /** Those of the containers that the peer has accepted. */
  accepted(peer: NodeId, ids: readonly Id[]): Promise<readonly Id[] | undefined>;
  /** The container and its ancestors, the newest first; empty if the peer does not have it. */
  ancestors(peer: NodeId, id: Id): Promise<readonly Uint8Array[] | undefined>;
  container(peer: NodeId, id: Id): Promise<Uint8Array | undefined>;
  /** The peer's chits after `id`, which should be a container that it knows. */
  chits(peer: NodeId, id: Id, height: bigint): Promise<Chits | undefined>;
}
