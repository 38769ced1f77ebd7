import { type BytesKey, keyOf, type NodeId } from "../formats/bytes.ts";
import { TokenBucket } from "../p2p/token-bucket.ts";

/** For how many milliseconds of a second one peer may occupy this node after a burst, and all peers together. */
const ofOnePeer = { perSecond: 100, burst: 1_000 };
const ofAllPeers = { perSecond: 400, burst: 2_000 };

/** Peers whose use is remembered; a forgotten one has its burst again. */
const peersMax = 1_024;

export type ServingTimeOptions = {
  readonly nowMillis: () => number;
  readonly sleep: (delayMs: number) => Promise<void>;
};

/**
 * Bounds how long the requests of peers keep the thread: reading ancestors takes up to 50 ms, and a peer may send 200 requests
 * a second. AvalancheGo gives strangers a share of its CPU. avalanchego snow/networking/tracker @ v1.14.2
 */
export class ServingTime {
  readonly #options: ServingTimeOptions;
  readonly #all: TokenBucket;
  readonly #peers = new Map<BytesKey, TokenBucket>();

  constructor(options: ServingTimeOptions) {
    this.#options = options;
    this.#all = newBucket(ofAllPeers, options.nowMillis());
  }

  /** Does the work when it is the peer's turn. */
  async run<T>(peer: NodeId, work: () => T): Promise<T> {
    const { nowMillis, sleep } = this.#options;
    const own = this.#bucketOf(peer);
    for (;;) {
      const now = nowMillis();
      const delayMs = Math.max(own.take(0, now), this.#all.take(0, now));
      if (delayMs <= 0) break;
      await sleep(delayMs);
    }
    const startedAt = nowMillis();
    try {
      return work();
    } finally {
      const now = nowMillis();
      for (const bucket of [own, this.#all]) bucket.take(now - startedAt, now);
    }
  }

  #bucketOf(peer: NodeId): TokenBucket {
    const key = keyOf(peer);
    const bucket = this.#peers.get(key) ?? newBucket(ofOnePeer, this.#options.nowMillis());
    // The one that asked longest ago goes first.
    this.#peers.delete(key);
    this.#peers.set(key, bucket);
    const [oldest] = this.#peers.keys();
    if (this.#peers.size > peersMax && oldest !== undefined) this.#peers.delete(oldest);
    return bucket;
  }
}

function newBucket(limit: { readonly perSecond: number; readonly burst: number }, now: number) {
  return new TokenBucket(limit.perSecond, limit.burst, now);
}
