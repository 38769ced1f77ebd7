import type { Chain } from "../chain/chain.ts";
import type { Acceptor } from "../follow/acceptor.ts";
import { parseAttested, verifyRulesKnown } from "../follow/chain-acceptor.ts";
import type { Container } from "../follow/container.ts";
import type { Tip } from "../follow/walks.ts";
import type { ChainStore } from "../store/chain-store.ts";

/**
 * Puts attested P-chain blocks into the chain whose containers are unknown: upstreams without an index only return the
 * blocks inside. The container would say at which height warp messages are verified, so blocks are always executed as
 * a bootstrapping node executes them, and the majority of the upstreams vouches for the signatures.
 */
export class BlockAcceptor implements Acceptor {
  readonly #chain: Chain;
  readonly #store: ChainStore;
  readonly #rulesEnd: (() => bigint | undefined) | undefined;
  #proposal: Container | undefined;

  /** `rulesEnd`: as of ChainAcceptor. */
  constructor(chain: Chain, store: ChainStore, rulesEnd?: () => bigint | undefined) {
    this.#chain = chain;
    this.#store = store;
    this.#rulesEnd = rulesEnd;
  }

  tip(): Tip {
    return this.#chain.tip();
  }

  storedHeight(): bigint {
    return this.#store.blocks.lastAccepted().height;
  }

  /** A proposal that waits for its option. */
  openProposal(): Container | undefined {
    return this.#chain.tip().height > this.storedHeight() ? this.#proposal : undefined;
  }

  accept(container: Container): void {
    const block = parseAttested(container.block);
    verifyRulesKnown(block, this.#rulesEnd?.());
    this.#chain.acceptBlock(block, 0n, { mode: "trusted", isAttested: true });
    this.#proposal = container;
  }

  batch(work: () => void): void {
    this.#store.beginBatch();
    try {
      work();
    } finally {
      this.#commitBatch();
    }
  }

  #commitBatch(): void {
    try {
      this.#store.commitBatch();
    } catch (error) {
      // The blocks are lost, so nothing may build on them.
      this.#chain.clearMemory();
      this.#proposal = undefined;
      throw error;
    }
  }
}
