import type { ContainerChanges } from "../../foreign-chains/block-requests.ts";
import { equalBytes } from "../../formats/bytes.ts";
import { newContainer } from "../../indexer/indexer.ts";
import { Rejection } from "../../pchain/rejection.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { NewContainer } from "../../store/container-log.ts";
import type { Containers } from "../../store/containers.ts";
import type { Acceptor } from "../acceptor.ts";
import type { Container } from "../container.ts";
import type { Tip } from "../walks.ts";
import type { LoggedContainers } from "./logged-containers.ts";
import type { SharedMemoryFeed } from "./shared-memory-feed.ts";

export type StoredChainAcceptorOptions = {
  readonly store: Pick<ChainStore, "together">;
  readonly log: Containers;
  readonly containers: LoggedContainers;
  readonly sharedMemory: SharedMemoryFeed;
  readonly nowNanos: () => bigint;
};

type Batch = {
  readonly containers: NewContainer[];
  readonly changes: ContainerChanges[];
  tip: Tip;
};

/**
 * Stores attested containers of a chain that this node does not execute, together with what they change in shared memory.
 * That the network accepted a block is attested; that the block is valid is not verified.
 */
export class StoredChainAcceptor implements Acceptor {
  readonly #options: StoredChainAcceptorOptions;
  #batch: Batch | undefined;

  constructor(options: StoredChainAcceptorOptions) {
    this.#options = options;
  }

  tip(): Tip {
    return this.#batch?.tip ?? this.#options.containers.tip();
  }

  storedHeight(): bigint {
    return this.#options.containers.lastHeight();
  }

  accept(container: Container): void {
    const batch = this.#batch;
    if (batch === undefined) {
      this.batch(() => this.accept(container));
      return;
    }
    const { tip } = batch;
    const isChild = tip.isOpen === true || equalBytes(container.parentID, tip.id);
    if (!isChild || container.height !== tip.height + 1n) throw new Rejection("not found");
    batch.changes.push(this.#options.sharedMemory.changesOf(container.block));
    const added = newContainer(container.id, container.bytes, this.#options.nowNanos());
    const marker = this.#options.log.bootstraps.marker();
    batch.containers.push(marker === undefined ? added : { ...added, timestampText: marker });
    batch.tip = { height: container.height, id: container.id };
  }

  batch(work: () => void): void {
    this.#batch = { containers: [], changes: [], tip: this.tip() };
    try {
      work();
    } finally {
      const batch = this.#batch;
      this.#batch = undefined;
      this.#write(batch);
    }
  }

  #write({ containers, changes }: Batch): void {
    if (containers.length === 0) return;
    const { store, log, sharedMemory } = this.#options;
    // What is stored before it can be applied is applied later, in order.
    const isNext = sharedMemory.isComplete();
    store.together(() => {
      log.append(containers);
      if (isNext) sharedMemory.apply(changes);
    });
  }
}
