import { type BytesKey, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import type { PeerChoice } from "./peer-choice.ts";

/** Responses in memory are bounded by this: each is at most 2 MiB. */
const fetchesMax = 8;

/** A second peer is asked for what the first one has not sent by then: a silent one must not hold up a walk. */
const secondAfterMs = 2_000;

/** What is to be fetched. */
export type FetchedWalks = {
  /** IDs of containers, the most urgent first. */
  readonly wanted: () => readonly Id[];
  /** Stages a response. Resolves with the number of new containers, or with undefined for an invalid response. */
  readonly receive: (id: Id, response: readonly Uint8Array[]) => Promise<number | undefined>;
};

export type FetchOptions = {
  /** Asks a peer for a container and its ancestors; undefined if it did not answer. */
  readonly ask: (peer: NodeId, id: Id) => Promise<readonly Uint8Array[] | undefined>;
  readonly choice: PeerChoice;
  readonly walks: FetchedWalks;
  /** How many requests may be under way; 8 if absent. */
  readonly atOnce?: number;
  readonly nowMillis: () => number;
  /** Called with the number of containers that were staged. */
  readonly onStaged: (count: number) => void;
  readonly onConflict: (error: unknown) => void;
};

/** Asks many peers at once for what walks want. */
export class Fetching {
  readonly #options: FetchOptions;
  /** When each request was sent, by the container that it is for. */
  readonly #sentAtMillis = new Map<BytesKey, readonly number[]>();
  #isOver = false;

  constructor(options: FetchOptions) {
    this.#options = options;
  }

  /** Sends as many requests as peers and walks allow. Call it again when peers connect and as time goes by. */
  pump(): void {
    const { walks, choice, atOnce = fetchesMax } = this.#options;
    while (!this.#isOver && this.#inFlight() < atOnce) {
      const id = walks.wanted().find((wanted) => this.#mayAsk(wanted));
      const peer = id && choice.take();
      if (id === undefined || peer === undefined) return;
      void this.#fetch(peer, id);
    }
  }

  /** Sends no more requests. Answers that are under way are still received. */
  end(): void {
    this.#isOver = true;
  }

  #mayAsk(id: Id): boolean {
    const sent = this.#sentAtMillis.get(keyOf(id)) ?? [];
    const [first] = sent;
    if (first === undefined) return true;
    return sent.length === 1 && this.#options.nowMillis() - first >= secondAfterMs;
  }

  async #fetch(peer: NodeId, id: Id): Promise<void> {
    const { ask, choice, walks, nowMillis, onStaged, onConflict } = this.#options;
    const startedAt = nowMillis();
    const key = keyOf(id);
    this.#sentAtMillis.set(key, [...(this.#sentAtMillis.get(key) ?? []), startedAt]);
    let received: number | undefined;
    try {
      const response = await ask(peer, id);
      const staged = response && (await walks.receive(id, response));
      if (staged !== undefined) received = response?.length;
      onStaged(staged ?? 0);
    } catch (error) {
      onConflict(error);
    } finally {
      choice.answered(peer, received, nowMillis() - startedAt);
      this.#forget(key, startedAt);
    }
    this.pump();
  }

  #forget(key: BytesKey, startedAt: number): void {
    const sent = [...(this.#sentAtMillis.get(key) ?? [])];
    sent.splice(sent.indexOf(startedAt), 1);
    if (sent.length === 0) this.#sentAtMillis.delete(key);
    else this.#sentAtMillis.set(key, sent);
  }

  #inFlight(): number {
    let count = 0;
    for (const sent of this.#sentAtMillis.values()) count += sent.length;
    return count;
  }
}
