/**
 * The time of the node whose pages are shown. A dev node's clock can be years ahead of this machine's, and ages are
 * measured by it.
 */
export class NodeClock {
  #aheadSeconds = 0;

  /** Takes the node's time from its metrics: the chain's time, and how far that is behind the node's clock. */
  follow(chainSeconds: number | undefined, lagSeconds: number | undefined, localMs = Date.now()) {
    if (chainSeconds === undefined || lagSeconds === undefined) return;
    const ahead = chainSeconds + lagSeconds - localMs / 1_000;
    // A request takes time, and metrics have whole seconds: less is no difference between clocks.
    this.#aheadSeconds = Math.abs(ahead) < 60 ? 0 : ahead;
  }

  /** In Unix seconds. */
  now(localMs = Date.now()): number {
    return localMs / 1_000 + this.#aheadSeconds;
  }
}
