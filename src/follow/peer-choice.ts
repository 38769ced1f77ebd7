import { type BytesKey, keyOf, type NodeId } from "../formats/bytes.ts";

/** A peer that failed is not asked again for this long, doubled with every further failure. */
const failureDelayMs = 1000;
const failureDelayMaxMs = 60_000;

type Record = {
  /** Containers a second of the last response. */
  rate: number | undefined;
  failures: number;
  retryAtMillis: number;
};

export type PeerChoiceOptions = {
  readonly connected: () => readonly NodeId[];
  readonly nowMillis: () => number;
  readonly random: () => number;
};

/** Chooses whom to ask for containers: one request at a time to each peer, faster peers more often. */
export class PeerChoice {
  readonly #options: PeerChoiceOptions;
  readonly #records = new Map<BytesKey, Record>();
  readonly #busy = new Set<BytesKey>();
  readonly #heard = new Set<BytesKey>();

  constructor(options: PeerChoiceOptions) {
    this.#options = options;
  }

  /** The peer answered another question: it is tried before all others, and at once if it failed before. */
  heard(peer: NodeId): void {
    const key = keyOf(peer);
    this.#heard.add(key);
    if ((this.#records.get(key)?.failures ?? 0) > 0) this.#records.delete(key);
  }

  /** A peer that answered other questions first; else mostly the fastest that is free, sometimes any. It is busy until `answered`. */
  take(): NodeId | undefined {
    const peer = this.#choose();
    if (peer !== undefined) this.#busy.add(keyOf(peer));
    return peer;
  }

  /** `received` is the number of containers; undefined for a failure. */
  answered(peer: NodeId, received: number | undefined, elapsedMs: number): void {
    this.#busy.delete(keyOf(peer));
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

  #choose(): NodeId | undefined {
    const { connected, nowMillis, random } = this.#options;
    const now = nowMillis();
    const free = connected().filter((peer) => {
      const key = keyOf(peer);
      return !this.#busy.has(key) && (this.#records.get(key)?.retryAtMillis ?? 0) <= now;
    });
    const isUntried = (peer: NodeId) => this.#records.get(keyOf(peer)) === undefined;
    const known = free.find((peer) => isUntried(peer) && this.#heard.has(keyOf(peer)));
    if (known !== undefined) return known;
    if (random() < 0.2) return free[Math.floor(random() * free.length)];
    // One that has said nothing yet has its turn when the others are busy: it may be silent.
    const rate = (peer: NodeId) => this.#records.get(keyOf(peer))?.rate ?? 0;
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
