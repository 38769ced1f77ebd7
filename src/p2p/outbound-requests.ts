import { type BytesKey, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import type { Chits } from "./chain-handler.ts";
import type { PeerSet } from "./peer-set.ts";
import { RequestError, type RequestRouter } from "./request-router.ts";
import { type BodyOf, type OutboundBody, type RequestOp, replyOps } from "./wire/messages.ts";

/** Which chain of which peer, and how long to wait. */
export type RequestTarget = {
  readonly nodeID: NodeId;
  readonly chainID: Id;
  readonly timeoutMs?: number;
};

type Head = { readonly chainId: Id; readonly requestId: number; readonly deadline: bigint };

/** What a chain is: of the primary network, only the X-chain was a DAG before it was linear. */
export type Engine = "dag" | "chain";

/** avalanchego p2p.proto, EngineType */
const engineTypes = { dag: 1, chain: 2 } as const satisfies Record<Engine, number>;

/** Requests to peers. Each rejects with RequestError; what a peer says is checked for its form only. */
export class OutboundRequests {
  readonly #peers: PeerSet;
  readonly #router: RequestRouter;
  readonly #defaultTimeoutMs: number;
  readonly #fetching = new Set<BytesKey>();

  constructor(peers: PeerSet, router: RequestRouter, defaultTimeoutMs: number) {
    this.#peers = peers;
    this.#router = router;
    this.#defaultTimeoutMs = defaultTimeoutMs;
  }

  /** The peer's last accepted container. */
  async acceptedFrontier(target: RequestTarget): Promise<Id> {
    const { containerId } = await this.#send(target, "getAcceptedFrontier", (value) => ({
      case: "getAcceptedFrontier",
      value,
    }));
    return checkedID(containerId);
  }

  /** Those of the IDs that the peer has accepted; others that it names are left out. */
  async accepted(target: RequestTarget, ids: readonly Id[]): Promise<Id[]> {
    const { containerIds } = await this.#send(target, "getAccepted", (head) => ({
      case: "getAccepted",
      value: { ...head, containerIds: [...ids] },
    }));
    const asked = new Set(ids.map(keyOf));
    return containerIds.map(checkedID).filter((id) => asked.delete(keyOf(id)));
  }

  /**
   * A container, its parent, and so on; empty if the peer does not know it. Of a DAG: a vertex, its parents, theirs, and so
   * on; no answer if the peer does not know it. Bytes are as sent: nothing is verified.
   * Fails with `busy` while one is under way to the peer, since a second reply would be dropped there.
   */
  async ancestors(target: RequestTarget, id: Id, engine: Engine = "chain"): Promise<Uint8Array[]> {
    const key = keyOf(target.nodeID);
    if (this.#fetching.has(key)) throw new RequestError("busy");
    this.#fetching.add(key);
    try {
      const { containers } = await this.#send(target, "getAncestors", (head) => ({
        case: "getAncestors",
        value: { ...head, containerId: id, engineType: engineTypes[engine] },
      }));
      return containers.slice(0, ancestorsMax);
    } finally {
      this.#fetching.delete(key);
    }
  }

  /** One container; peers that do not know it stay silent. */
  async container(target: RequestTarget, id: Id): Promise<Uint8Array> {
    const { container } = await this.#send(target, "get", (head) => ({
      case: "get",
      value: { ...head, containerId: id },
    }));
    return container;
  }

  /** A peer's vote. `id` should be a container that the peer knows, or it asks us for it. */
  async chits(target: RequestTarget, id: Id, requestedHeight: bigint): Promise<Chits> {
    const chits = await this.#send(target, "pullQuery", (head) => ({
      case: "pullQuery",
      value: { ...head, containerId: id, requestedHeight },
    }));
    return {
      preferredID: checkedID(chits.preferredId),
      acceptedID: checkedID(chits.acceptedId),
      preferredIDAtHeight: checkedID(chits.preferredIdAtHeight),
      acceptedHeight: chits.acceptedHeight,
    };
  }

  /** Rejects with `refused` and the code for an AppError. */
  async app(target: RequestTarget, bytes: Uint8Array): Promise<Uint8Array> {
    const { appBytes } = await this.#send(target, "appRequest", (head) => ({
      case: "appRequest",
      value: { ...head, appBytes: bytes },
    }));
    return appBytes;
  }

  #send<Op extends RequestOp>(
    { nodeID, chainID, timeoutMs = this.#defaultTimeoutMs }: RequestTarget,
    op: Op,
    body: (head: Head) => OutboundBody,
  ): Promise<BodyOf<(typeof replyOps)[Op]>> {
    const peer = this.#peers.get(nodeID);
    if (peer?.isConnected !== true) return Promise.reject(new RequestError("not connected"));
    const requestId = this.#router.nextID(op === "appRequest");
    const replyOp: (typeof replyOps)[Op] = replyOps[op];
    const reply = this.#router.expect(nodeID, chainID, requestId, replyOp, timeoutMs);
    const deadline = BigInt(Math.round(timeoutMs)) * 1_000_000n;
    if (!peer.send(body({ chainId: chainID, requestId, deadline }))) {
      this.#router.fail(nodeID, chainID, requestId, replyOp, "dropped");
    }
    return reply;
  }
}

/** avalanchego --bootstrap-ancestors-max-containers-received */
const ancestorsMax = 2000;

function checkedID(bytes: Uint8Array): Id {
  if (bytes.length !== 32)
    throw new RequestError("refused", `reply with ID of ${bytes.length} bytes`);
  return bytes;
}
