import type { Relay } from "../../rpc/http/relay.ts";
import { Elsewhere } from "../../rpc/json-rpc/elsewhere.ts";
import type { ClientConnection } from "../../rpc/json-rpc/method.ts";
import { ServedData } from "../../rpc/json-rpc/served-data.ts";
import type { ChainReader } from "../../store/chain-reader.ts";
import { isOfStore } from "../../store/store-condition.ts";
import { noRemarks, reachedSoon, unreadyText } from "../apis/served-chain.ts";
import type { SharedMemorySince } from "../apis/shared-memory-since.ts";
import type { NodeClock } from "../clock.ts";
import type { ReaderEffort } from "./reader-effort.ts";

/** Moves a reader to the newest commit, and lets go of it once the event loop has had its turn. */
export class CommitReads {
  readonly #chain: ChainReader;
  #isReleasing = false;

  constructor(chain: ChainReader) {
    this.#chain = chain;
  }

  enter(): void {
    this.#chain.enter();
    if (this.#isReleasing) return;
    this.#isReleasing = true;
    setImmediate(() => {
      this.#isReleasing = false;
      this.#chain.release();
    });
  }
}

/** The writer's chain, as a reader sees it. */
export class ReadChain extends ServedData {
  readonly #chain: ChainReader;
  readonly #reads: CommitReads;
  readonly #clock: NodeClock;
  readonly #isOffline: boolean;
  readonly #isBootstrapped: () => boolean;
  readonly #since: SharedMemorySince | undefined;

  constructor(
    chain: ChainReader,
    reads: CommitReads,
    clock: NodeClock,
    isOffline: boolean,
    isBootstrapped: () => boolean,
    since: SharedMemorySince | undefined,
  ) {
    super();
    this.#since = since;
    this.#chain = chain;
    this.#reads = reads;
    this.#clock = clock;
    this.#isOffline = isOffline;
    this.#isBootstrapped = isBootstrapped;
  }

  override version(): bigint {
    return BigInt(this.#chain.version);
  }

  override generation(): number {
    return this.#chain.generation;
  }

  override nowSeconds(): bigint {
    return this.#clock.nowSeconds();
  }

  /** Moves to the newest commit first: what follows reads of the facts is then of it. */
  override isElsewhere(): boolean {
    try {
      this.#reads.enter();
    } catch (error) {
      // The call itself finds it again, and reports it.
      if (!isOfStore(error)) throw error;
    }
    this.#chain.leave();
    return this.#chain.isHeld;
  }

  override unready(needs: string): string | undefined {
    return unreadyText(this.#chain.condition, needs, this);
  }

  override position(): bigint {
    return this.#chain.blocks.lastAccepted().height;
  }

  override remarks(): readonly string[] {
    return this.#since?.headers() ?? noRemarks;
  }

  override reached(minimum: bigint): boolean | Promise<boolean> {
    this.#reads.enter();
    this.#chain.leave();
    return reachedSoon(this, minimum);
  }

  /** Whether calls to the P-chain are accepted. */
  get answersCalls(): boolean {
    if (this.#isOffline || this.#isBootstrapped()) return true;
    this.#chain.refresh();
    return this.#isBootstrapped();
  }
}

/** The writer, for what a reader cannot answer. Each call reads one commit, the newest one when it begins. */
export class WriterProcess extends Elsewhere {
  readonly #chain: ChainReader;
  readonly #reads: CommitReads;
  readonly #effort: ReaderEffort;
  readonly #relay: Relay;

  constructor(chain: ChainReader, reads: CommitReads, effort: ReaderEffort, relay: Relay) {
    super();
    this.#chain = chain;
    this.#reads = reads;
    this.#effort = effort;
    this.#relay = relay;
  }

  override answersHere(): boolean {
    this.#effort.begin();
    this.#reads.enter();
    if (this.#chain.isHeld) this.#chain.leave();
    return !this.#chain.isHeld;
  }

  override returned(): void {
    this.#chain.leave();
    this.#effort.end();
  }

  override forward(path: string, call: string, client?: ClientConnection): Promise<string> {
    return this.#relay.post(path, call, client);
  }
}
