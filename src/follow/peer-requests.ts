import { emptyId, type Id, type NodeId } from "../formats/bytes.ts";
import type { OutboundRequests } from "../p2p/outbound-requests.ts";
import type { PeerNetwork } from "../p2p/peer-network.ts";
import { RequestError } from "../p2p/request-router.ts";
import type { Chits, Peers } from "./peers.ts";

/** Votes and single containers are small: a peer that has not sent one by then is not worth waiting for. */
const quickMs = 2_000;

/** Every poll of the beacons waits for the slowest, and a silent one must not hold up a bootstrap for long. */
const pollMs = 3_000;

type Requests = Pick<
  OutboundRequests,
  "acceptedFrontier" | "accepted" | "ancestors" | "container" | "chits"
>;

/** The questions of following, asked over the peer protocol about the P-chain. */
export class PeerRequests implements Peers {
  readonly #network: Pick<PeerNetwork, "connectedIDs"> & { readonly requests: Requests };

  constructor(network: Pick<PeerNetwork, "connectedIDs"> & { readonly requests: Requests }) {
    this.#network = network;
  }

  connected(): readonly NodeId[] {
    return this.#network.connectedIDs();
  }

  acceptedFrontier(peer: NodeId): Promise<Id | undefined> {
    return answerOf(this.#network.requests.acceptedFrontier(target(peer, pollMs)));
  }

  accepted(peer: NodeId, ids: readonly Id[]): Promise<readonly Id[] | undefined> {
    return answerOf(this.#network.requests.accepted(target(peer, pollMs), ids));
  }

  ancestors(peer: NodeId, id: Id): Promise<readonly Uint8Array[] | undefined> {
    return answerOf(this.#network.requests.ancestors(target(peer), id));
  }

  container(peer: NodeId, id: Id): Promise<Uint8Array | undefined> {
    return answerOf(this.#network.requests.container(target(peer, quickMs), id));
  }

  chits(peer: NodeId, id: Id, height: bigint): Promise<Chits | undefined> {
    return answerOf(this.#network.requests.chits(target(peer, quickMs), id, height));
  }
}

function target(nodeID: NodeId, timeoutMs?: number) {
  return { nodeID, chainID: emptyId, ...(timeoutMs !== undefined && { timeoutMs }) };
}

/** Undefined where the peer gave no answer. An error of ours still rejects. */
async function answerOf<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}
