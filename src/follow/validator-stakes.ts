import { type BytesKey, emptyId, keyOf, type NodeId } from "../formats/bytes.ts";
import type { ChainStore } from "../store/chain-store.ts";
import type { ValidatorStakes } from "./height-poll.ts";

/** Share of the stake, in percent, that a follower wants to be connected to: two thirds must attest, and some is down. */
const wantedPercent = 85n;

/** So few validators are all wanted. */
const allWantedMax = 100;

type Member = { readonly weight: bigint; readonly publicKey: Uint8Array | undefined };

/** The primary network's validators at the last accepted height, read again when the height has changed. */
export class PrimaryValidators {
  readonly #store: ChainStore;
  #height = -1n;
  #members = new Map<BytesKey, Member>();
  #stakes: ValidatorStakes = { total: 0n, of: () => 0n, nodes: [] };
  #wanted: ReadonlySet<BytesKey> = new Set();

  constructor(store: ChainStore) {
    this.#store = store;
  }

  stakes(): ValidatorStakes {
    this.#refresh();
    return this.#stakes;
  }

  has(nodeID: NodeId): boolean {
    this.#refresh();
    return this.#members.has(keyOf(nodeID));
  }

  /** Compressed; undefined for a validator without one and for other nodes. */
  blsKeyOf(nodeID: NodeId): Uint8Array | undefined {
    this.#refresh();
    return this.#members.get(keyOf(nodeID))?.publicKey;
  }

  /** Whether a node is among the heaviest validators that together hold the stake to connect to. */
  isWanted(nodeID: NodeId): boolean {
    this.#refresh();
    return this.#wanted.has(keyOf(nodeID));
  }

  /** The heaviest first. */
  wanted(): readonly NodeId[] {
    const { nodes } = this.stakes();
    return nodes.filter((node) => this.#wanted.has(keyOf(node)));
  }

  #refresh(): void {
    const { height } = this.#store.blocks.lastAccepted();
    if (height === this.#height) return;
    this.#height = height;
    const set = this.#store.validators.setAt(emptyId, height);
    const sorted = [...set].sort((a, b) =>
      a.weight > b.weight ? -1 : a.weight < b.weight ? 1 : 0,
    );
    this.#members = new Map(sorted.map((member) => [keyOf(member.nodeID), member]));
    const members = this.#members;
    const total = sorted.reduce((sum, { weight }) => sum + weight, 0n);
    this.#stakes = {
      total,
      of: (node) => members.get(keyOf(node))?.weight ?? 0n,
      nodes: sorted.map(({ nodeID }) => nodeID),
    };
    this.#wanted = new Set(wantedOf(sorted, total).map(({ nodeID }) => keyOf(nodeID)));
  }
}

function wantedOf<T extends { readonly weight: bigint }>(
  sorted: readonly T[],
  total: bigint,
): readonly T[] {
  if (sorted.length <= allWantedMax) return sorted;
  let stake = 0n;
  const end = sorted.findIndex(({ weight }) => {
    stake += weight;
    return stake * 100n >= total * wantedPercent;
  });
  return sorted.slice(0, Math.max(end + 1, allWantedMax));
}
