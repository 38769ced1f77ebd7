import { type BytesKey, type Id, keyOf } from "../formats/bytes.ts";
import type { Op } from "./wire/messages.ts";

/** How often and how long messages waited for a limit. */
export type WaitFigures = {
  /** Messages that were let through, also those that did not wait. */
  readonly acquired: number;
  readonly waitedMs: number;
  /** Peers whose next message waits now. */
  readonly waiting: number;
};

/** Messages of one type about one chain. */
export type HandledFigures = {
  readonly messages: number;
  readonly durationMs: number;
  /** Requests that are being answered. */
  readonly unanswered: number;
};

/** What the peer network of a node is busy with; counts are since its start. */
export type LoadFigures = {
  /** By chain ID and type; only chains that this node answers for. */
  readonly handled: ReadonlyMap<BytesKey, ReadonlyMap<Op, HandledFigures>>;
  readonly bandwidth: WaitFigures;
  readonly handling: WaitFigures;
  readonly receiving: WaitFigures;
  /** Messages that peers have not taken from their sockets. */
  readonly unsent: number;
  /** Connections that were closed before TLS, because there were too many. */
  readonly refusedConnections: number;
  /** Frames that are being received. */
  readonly openFrames: number;
  /** Memory that is left for them, over both directions. */
  readonly freeBytes: number;
  readonly requests: RequestFigures;
};

/** Requests of this node to its peers. */
export type RequestFigures = {
  readonly outstanding: number;
  readonly averageLatencyMs: number;
  readonly timeoutMs: number;
};

/** Counts waits for one limit. */
export class WaitCounts implements WaitFigures {
  acquired = 0;
  waitedMs = 0;
  waiting = 0;

  begin(): void {
    this.waiting += 1;
  }

  end(waitedMs: number): void {
    this.waiting -= 1;
    this.waitedMs += Math.max(0, waitedMs);
  }
}

type HandledCounts = { messages: number; durationMs: number; unanswered: number };

/** Plain numbers of one node, so that counting costs almost nothing. */
export class NetworkLoad {
  readonly handled = new Map<BytesKey, Map<Op, HandledCounts>>();
  /** Reading pauses because a peer sent too much. */
  readonly bandwidth = new WaitCounts();
  /** Reading pauses because too many requests of a peer are being answered. */
  readonly handling = new WaitCounts();
  /** Reading pauses because the frames of all peers need too much memory. */
  readonly receiving = new WaitCounts();
  unsent = 0;
  refusedConnections = 0;

  /** Counts a message to a chain. Call the result when it is handled. */
  begin(chainID: Id, op: Op): () => void {
    const counts = this.#countsOf(chainID, op);
    const begunMs = performance.now();
    counts.unanswered += 1;
    return () => {
      counts.unanswered -= 1;
      counts.messages += 1;
      counts.durationMs += performance.now() - begunMs;
    };
  }

  #countsOf(chainID: Id, op: Op): HandledCounts {
    const key = keyOf(chainID);
    let ofChain = this.handled.get(key);
    if (ofChain === undefined) {
      ofChain = new Map();
      this.handled.set(key, ofChain);
    }
    let counts = ofChain.get(op);
    if (counts === undefined) {
      counts = { messages: 0, durationMs: 0, unanswered: 0 };
      ofChain.set(op, counts);
    }
    return counts;
  }
}
