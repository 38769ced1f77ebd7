import { type BytesKey, emptyId, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import type { OutboundRequests } from "../p2p/outbound-requests.ts";
import type { PeerNetwork } from "../p2p/peer-network.ts";
import { RequestError } from "../p2p/request-router.ts";
import type { Chits, Peers } from "./peers.ts";

/** Votes and single containers are small: a peer that has not sent one by then is not worth waiting for. */
const quickMs = 2_000;

/** Every poll of the beacons waits for the slowest, and a silent one must not hold up a bootstrap for long. */
const pollMs = 3_000;

/** One request for ancestors at a time to each peer: it drops the reply to a second one. */
export class PeerTurns {
  readonly #last = new Map<BytesKey, Promise<unknown>>();

  async run<T>(peer: NodeId, work: () => Promise<T>): Promise<T> {
    const key = keyOf(peer);
    const before = this.#last.get(key);
    const turn = before === undefined ? work() : before.then(work);
    const settled = turn.catch(() => {});
    this.#last.set(key, settled);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}

type Requests = Pick<
  OutboundRequests,
  "acceptedFrontier" | "accepted" | "ancestors" | "container" | "chits"
>;

type RequestedNetwork = Pick<PeerNetwork, "connectedIDs"> & { readonly requests: Requests };

/** The questions of following, asked over the peer protocol about one chain. */
export class PeerRequests implements Peers {
  readonly #network: RequestedNetwork;
  readonly #chainID: Id;
  readonly #turns: PeerTurns;

  /** The P-chain by default. A network whose chains are followed at the same time has common `turns`. */
  constructor(network: RequestedNetwork, chainID: Id = emptyId, turns = new PeerTurns()) {
    this.#network = network;
    this.#chainID = chainID;
    this.#turns = turns;
  }

  connected(): readonly NodeId[] {
    return this.#network.connectedIDs();
  }

  acceptedFrontier(peer: NodeId): Promise<Id | undefined> {
    return answerOf(this.#network.requests.acceptedFrontier(this.#target(peer, pollMs)));
  }

  accepted(peer: NodeId, ids: readonly Id[]): Promise<readonly Id[] | undefined> {
    return answerOf(this.#network.requests.accepted(this.#target(peer, pollMs), ids));
  }

  ancestors(peer: NodeId, id: Id): Promise<readonly Uint8Array[] | undefined> {
    return this.#turns.run(peer, () =>
      answerOf(this.#network.requests.ancestors(this.#target(peer), id)),
    );
  }

  vertices(peer: NodeId, id: Id): Promise<readonly Uint8Array[] | undefined> {
    return this.#turns.run(peer, () =>
      answerOf(this.#network.requests.ancestors(this.#target(peer), id, "dag")),
    );
  }

  container(peer: NodeId, id: Id): Promise<Uint8Array | undefined> {
    return answerOf(this.#network.requests.container(this.#target(peer, quickMs), id));
  }

  chits(peer: NodeId, id: Id, height: bigint): Promise<Chits | undefined> {
    return answerOf(this.#network.requests.chits(this.#target(peer, quickMs), id, height));
  }

  #target(nodeID: NodeId, timeoutMs?: number) {
    return { nodeID, chainID: this.#chainID, ...(timeoutMs !== undefined && { timeoutMs }) };
  }
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
