import type { Peers } from "./peers.ts";

/** Bounds how many requests polls take in a second on average: after an expensive one, the next waits. */
export class Pace {
  readonly #perSecond: number;
  readonly #nowMillis: () => number;
  #nextAtMillis = Number.NEGATIVE_INFINITY;

  constructor(perSecond: number, nowMillis: () => number) {
    this.#perSecond = perSecond;
    this.#nowMillis = nowMillis;
  }

  /** How long the next poll has to wait. */
  delayMs(): number {
    return Math.max(0, this.#nextAtMillis - this.#nowMillis());
  }

  /** The same peers, whose requests for votes and containers count. */
  counted(peers: Peers): Peers {
    return {
      connected: () => peers.connected(),
      acceptedFrontier: (peer) => peers.acceptedFrontier(peer),
      accepted: (peer, ids) => peers.accepted(peer, ids),
      ancestors: (peer, id) => this.#count(() => peers.ancestors(peer, id)),
      container: (peer, id) => this.#count(() => peers.container(peer, id)),
      chits: (peer, id, height) => this.#count(() => peers.chits(peer, id, height)),
    };
  }

  #count<T>(ask: () => T): T {
    this.#nextAtMillis = Math.max(this.#nextAtMillis, this.#nowMillis()) + 1000 / this.#perSecond;
    return ask();
  }
}
