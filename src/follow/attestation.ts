import { type BytesKey, bytesOfKey, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import type { Chits } from "./peers.ts";

/** Stake on the primary network by node; a node that is not in it has none. */
export type Stakes = {
  readonly total: bigint;
  readonly of: (node: NodeId) => bigint;
};

/** Whether this much stake is more than two thirds of all. Silent stake counts as a no. */
export function isSupermajority(stake: bigint, { total }: Pick<Stakes, "total">): boolean {
  return stake * 3n > total * 2n;
}

/**
 * The container at `height` that a validator attests to have accepted, or undefined if its chits do not say.
 * Below the height a chit is only a preference. Above it, a validator that pruned its view repeats its last accepted
 * ID, which says nothing about the height. avalanchego snow/consensus/snowman/topological.go @ v1.14.2
 */
export function attestedID(chits: Chits, height: bigint): Id | undefined {
  if (chits.acceptedHeight < height) return undefined;
  const isLast = keyOf(chits.preferredIDAtHeight) === keyOf(chits.acceptedID);
  const isAtHeight = chits.acceptedHeight === height;
  return isLast === isAtHeight ? chits.preferredIDAtHeight : undefined;
}

/** Adds up which container at one height how much stake attests. One vote per node: a later one replaces it. */
export class AttestationTally {
  readonly #stakes: Stakes;
  readonly #votes = new Map<BytesKey, BytesKey>();

  constructor(stakes: Stakes) {
    this.#stakes = stakes;
  }

  add(node: NodeId, id: Id): void {
    this.#votes.set(keyOf(node), keyOf(id));
  }

  /** The container that more than two thirds of the stake attest. */
  decided(): Id | undefined {
    for (const id of new Set(this.#votes.values())) {
      if (isSupermajority(this.#stakeFor(id), this.#stakes)) return bytesOfKey(id);
    }
    return undefined;
  }

  /** The most stake that attests one container. */
  leading(): bigint {
    let most = 0n;
    for (const id of new Set(this.#votes.values())) {
      const stake = this.#stakeFor(id);
      if (stake > most) most = stake;
    }
    return most;
  }

  /** The nodes that attest a container: each of them can send it. */
  votersFor(id: Id): readonly NodeId[] {
    const key = keyOf(id);
    return [...this.#votes].flatMap(([node, voted]) => (voted === key ? [bytesOfKey(node)] : []));
  }

  #stakeFor(id: BytesKey): bigint {
    let stake = 0n;
    for (const [node, voted] of this.#votes) {
      if (voted === id) stake += this.#stakes.of(bytesOfKey(node));
    }
    return stake;
  }
}
