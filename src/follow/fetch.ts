import { type BytesKey, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import type { Peers } from "./peers.ts";
import type { Walks } from "./walks.ts";

/** Responses in memory are bounded by this: each is at most 2 MiB. */
const fetchesMax = 8;

/** A peer that failed is not asked again for this long, doubled with every further failure. */
const failureDelayMs = 1000;
const failureDelayMaxMs = 60_000;

export type FetchOptions = {
  readonly peers: Peers;
  readonly walks: Walks;
  readonly nowMillis: () => number;
  readonly random: () => number;
  /** Called with the number of containers that were staged. */
  readonly onStaged: (count: number) => void;
  readonly onConflict: (error: unknown) => void;
};

type Record = {
  /** Containers a second of the last response. */
  rate: number | undefined;
  failures: number;
  retryAtMillis: number;
};

/** Asks many peers at once for what walks want: one request at a time to each, faster peers more often. */
export class Fetching {
  readonly #options: FetchOptions;
  readonly #records = new Map<BytesKey, Record>();
  readonly #busyPeers = new Set<BytesKey>();
  readonly #busyIDs = new Set<BytesKey>();

  constructor(options: FetchOptions) {
    this.#options = options;
  }

  /** Sends as many requests as peers and walks allow. Call it again when peers connect and as time goes by. */
  pump(): void {
    while (this.#busyIDs.size < fetchesMax) {
      const id = this.#options.walks.wanted().find((wanted) => !this.#busyIDs.has(keyOf(wanted)));
      const peer = id && this.#choosePeer();
      if (id === undefined || peer === undefined) return;
      void this.#fetch(peer, id);
    }
  }

  isIdle(): boolean {
    return this.#busyIDs.size === 0;
  }

  async #fetch(peer: NodeId, id: Id): Promise<void> {
    const { peers, walks, nowMillis, onStaged, onConflict } = this.#options;
    this.#busyPeers.add(keyOf(peer));
    this.#busyIDs.add(keyOf(id));
    const startedAt = nowMillis();
    try {
      const response = await peers.ancestors(peer, id);
      const staged = response && (await walks.receive(id, response));
      this.#note(
        peer,
        staged === undefined ? undefined : response?.length,
        nowMillis() - startedAt,
      );
      onStaged(staged ?? 0);
    } catch (error) {
      onConflict(error);
    } finally {
      this.#busyPeers.delete(keyOf(peer));
      this.#busyIDs.delete(keyOf(id));
    }
    this.pump();
  }

  /** `received` is undefined for a failure. */
  #note(peer: NodeId, received: number | undefined, elapsedMs: number): void {
    const record = this.#recordOf(peer);
    if (received === undefined) {
      record.failures++;
      const delayMs = failureDelayMs * 2 ** Math.min(record.failures - 1, 10);
      record.retryAtMillis = this.#options.nowMillis() + Math.min(delayMs, failureDelayMaxMs);
      return;
    }
    record.failures = 0;
    record.rate = (received * 1000) / Math.max(1, elapsedMs);
  }

  /** An untried peer first; else mostly the fastest that is free, sometimes any. */
  #choosePeer(): NodeId | undefined {
    const { peers, nowMillis, random } = this.#options;
    const now = nowMillis();
    const free = peers.connected().filter((peer) => {
      const key = keyOf(peer);
      return !this.#busyPeers.has(key) && (this.#records.get(key)?.retryAtMillis ?? 0) <= now;
    });
    const untried = free.find((peer) => this.#records.get(keyOf(peer)) === undefined);
    if (untried !== undefined) return untried;
    if (random() < 0.2) return free[Math.floor(random() * free.length)];
    const rate = (peer: NodeId) => this.#recordOf(peer).rate ?? 0;
    return free.reduce<NodeId | undefined>(
      (best, peer) => (best === undefined || rate(peer) > rate(best) ? peer : best),
      undefined,
    );
  }

  #recordOf(peer: NodeId): Record {
    const key = keyOf(peer);
    let record = this.#records.get(key);
    if (record === undefined) {
      record = { rate: undefined, failures: 0, retryAtMillis: 0 };
      this.#records.set(key, record);
    }
    return record;
  }
}
