import { sha256 } from "../../../src/crypto/hash.ts";
import type { Acceptor } from "../../../src/follow/acceptor.ts";
import { type Container, readContainer } from "../../../src/follow/container.ts";
import type { Chits, Peers } from "../../../src/follow/peers.ts";
import type { Tip } from "../../../src/follow/walks.ts";
import { equalBytes, type Id, keyOf, type NodeId } from "../../../src/formats/bytes.ts";
import { makeBlock } from "../../../src/pchain/blocks/block.ts";
import { makeOuterBlock } from "../../../src/pchain/blocks/proposervm.ts";
import { Rejection } from "../../../src/pchain/rejection.ts";

/** A chain of wrapped empty blocks: `chain[0]` is the genesis, `chain[h]` the container of height h. */
export type TestChain = readonly Container[];

/** `salt` makes chains that share no block but the genesis and those of `base`. */
export function makeChain(height: number, salt = 0, base?: TestChain): TestChain {
  const chain: Container[] = [...(base ?? [genesis()])];
  while (chain.length <= height) chain.push(childOf(chain.at(-1)!, salt));
  return chain;
}

function genesis(): Container {
  const block = makeBlock({
    kind: "ApricotCommitBlock",
    parentID: sha256(new Uint8Array([1])),
    height: 0n,
  });
  return readContainer(block.bytes);
}

function childOf(parent: Container, salt: number): Container {
  const inner = makeBlock({
    kind: "BanffStandardBlock",
    parentID: sha256(parent.block),
    height: parent.height + 1n,
    time: BigInt(1000 + salt),
    txs: [],
  });
  const outer = makeOuterBlock({
    kind: "StatelessBlock",
    proposal: {
      parentID: parent.id,
      timestamp: BigInt(1000 + salt),
      pChainHeight: 0n,
      certificate: new Uint8Array(0),
      block: inner.bytes,
    },
    signature: new Uint8Array(0),
  });
  return readContainer(outer.bytes);
}

/** Takes what follows its tip; a container may be one that the engine rejects. */
export class TestAcceptor implements Acceptor {
  readonly accepted: Container[];
  readonly rejects: (container: Container) => boolean;

  constructor(chain: TestChain, rejects: (container: Container) => boolean = () => false) {
    this.accepted = [...chain];
    this.rejects = rejects;
  }

  tip(): Tip {
    return this.accepted.at(-1)!;
  }

  storedHeight(): bigint {
    return this.tip().height;
  }

  accept(container: Container): void {
    if (this.rejects(container)) throw new Rejection("state differs");
    if (!equalBytes(container.parentID, this.tip().id)) throw new Error("not a child of the tip");
    this.accepted.push(container);
  }

  batch(work: () => void): void {
    work();
  }

  readonly acceptedID = (height: bigint): Id | undefined => this.accepted[Number(height)]?.id;
  readonly isAccepted = (id: Id): boolean => this.accepted.some((one) => equalBytes(one.id, id));
}

/** How one peer answers; every field replaces what an honest peer with its chain would send. */
export type TestPeer = {
  chain: TestChain;
  readonly lies?: Partial<Omit<Peers, "connected">>;
  readonly isSilent?: boolean;
};

/** Containers in one response, as AvalancheGo limits them by size and time. */
export const ancestorsMax = 20;

/** Peers in memory that answer on a later turn of the event loop, and a count of what they were asked. */
export class TestPeers implements Peers {
  readonly peers: readonly TestPeer[];
  readonly asked = { acceptedFrontier: 0, accepted: 0, ancestors: 0, container: 0, chits: 0 };
  /** IDs of the containers that any peer sent in a response. */
  readonly sent = new Map<string, number>();

  constructor(peers: readonly TestPeer[]) {
    this.peers = peers;
  }

  readonly nodeIDs = (): readonly NodeId[] => this.peers.map((_, i) => nodeID(i));
  connected(): readonly NodeId[] {
    return this.nodeIDs();
  }

  acceptedFrontier(node: NodeId): Promise<Id | undefined> {
    return this.#ask("acceptedFrontier", node, ({ chain }) => chain.at(-1)!.id, node);
  }

  accepted(node: NodeId, ids: readonly Id[]): Promise<readonly Id[] | undefined> {
    const known = ({ chain }: TestPeer) => ids.filter((id) => find(chain, id) !== undefined);
    return this.#ask("accepted", node, known, node, ids);
  }

  async ancestors(node: NodeId, id: Id): Promise<readonly Uint8Array[] | undefined> {
    const answer = await this.#ask(
      "ancestors",
      node,
      ({ chain }) => {
        const height = Number(find(chain, id)?.height ?? -1);
        const from = Math.max(0, height - ancestorsMax + 1);
        return chain
          .slice(from, height + 1)
          .map(({ bytes }) => bytes)
          .reverse();
      },
      node,
      id,
    );
    for (const bytes of answer ?? []) {
      const key = keyOf(sha256(bytes));
      this.sent.set(key, (this.sent.get(key) ?? 0) + 1);
    }
    return answer;
  }

  container(node: NodeId, id: Id): Promise<Uint8Array | undefined> {
    return this.#ask("container", node, ({ chain }) => find(chain, id)?.bytes, node, id);
  }

  chits(node: NodeId, id: Id, height: bigint): Promise<Chits | undefined> {
    return this.#ask("chits", node, ({ chain }) => honestChits(chain, height), node, id, height);
  }

  async #ask<K extends keyof TestPeers["asked"]>(
    method: K,
    node: NodeId,
    honest: (peer: TestPeer) => Awaited<ReturnType<Peers[K]>>,
    ...args: Parameters<Peers[K]>
  ): Promise<Awaited<ReturnType<Peers[K]>>> {
    this.asked[method]++;
    await new Promise((resolve) => setImmediate(resolve));
    const peer = this.peers[node[0]!]!;
    if (peer.isSilent === true) return undefined as Awaited<ReturnType<Peers[K]>>;
    const lie = peer.lies?.[method] as ((...args: Parameters<Peers[K]>) => unknown) | undefined;
    return (lie === undefined ? honest(peer) : await lie(...args)) as Awaited<ReturnType<Peers[K]>>;
  }
}

export function nodeID(index: number): NodeId {
  const id = new Uint8Array(20);
  id[0] = index;
  return id;
}

export function honestChits(chain: TestChain, height: bigint): Chits {
  const last = chain.at(-1)!;
  const atHeight = chain[Number(height)] ?? last;
  return {
    preferredID: last.id,
    acceptedID: last.id,
    acceptedHeight: last.height,
    preferredIDAtHeight: atHeight.id,
  };
}

function find(chain: TestChain, id: Id): Container | undefined {
  return chain.find((container) => equalBytes(container.id, id));
}
