import { cChainBlockRequests, xChainBlockRequests } from "../../foreign-chains/block-requests.ts";
import type { Id } from "../../formats/bytes.ts";
import { decodeBytes } from "../../formats/encoding.ts";
import type { Network } from "../../networks/network.ts";
import type { AtomicRequests } from "../../pchain/executor/context.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { parseContainer } from "../../store/container-log.ts";
import type { Containers } from "../../store/containers.ts";
import type { Metadata } from "../../store/metadata.ts";
import { type BlockForm, readContainer } from "../container.ts";
import { cChainForm, xChainForm } from "./block-forms.ts";

export type SharedMemoryFeedOptions = {
  readonly chain: "X" | "C";
  readonly chainID: Id;
  readonly network: Pick<Network, "id" | "upgrades">;
  readonly store: Pick<ChainStore, "together" | "atomicUtxos" | "blocks" | "metadata" | "history">;
  readonly log: Containers;
};

/** Containers that are applied in one transaction. */
const appliedAtOnce = 64n;

/**
 * Applies what the stored containers of a chain change in shared memory, each once and in order. The store counts what is
 * applied, so that containers which were stored without it are applied later.
 */
export class SharedMemoryFeed {
  readonly form: BlockForm;
  readonly #options: SharedMemoryFeedOptions;

  constructor(options: SharedMemoryFeedOptions) {
    const { chain, network } = options;
    this.#options = options;
    this.form = chain === "X" ? xChainForm : cChainForm(network.upgrades);
  }

  /** What a chain's own block changes. Throws Rejection for one that cannot be read. */
  requestsOf(block: Uint8Array): AtomicRequests {
    const { chain, network } = this.#options;
    return chain === "X" ? xChainBlockRequests(block) : cChainBlockRequests(block, network);
  }

  /** Whether every stored container is applied, so that the next one can be. */
  isComplete(): boolean {
    const { chain, store, log } = this.#options;
    if (!store.history.isComplete) return false;
    return appliedContainers(chain, store.metadata) >= log.count();
  }

  /** Applies the next containers, one entry each. Call it within the transaction that stores them. */
  apply(requests: readonly AtomicRequests[]): void {
    const { chain, chainID, store } = this.#options;
    const { metadata, atomicUtxos, blocks } = store;
    const { height } = blocks.lastAccepted();
    for (const each of requests) {
      if (each.length > 0) atomicUtxos.write(each, height, chainID);
    }
    const applied = appliedContainers(chain, metadata) + BigInt(requests.length);
    metadata.setText(keyOf(chain), applied.toString());
  }

  /**
   * Applies some of the containers that are stored and not applied. False if there are none, and while the P-chain's history
   * is not complete: what it imported before its snapshot is not known then. Throws Rejection.
   */
  advance(): boolean {
    const { chain, store, log } = this.#options;
    if (!store.history.isComplete) return false;
    const first = appliedContainers(chain, store.metadata);
    const requests: AtomicRequests[] = [];
    for (let index = first; index < first + appliedAtOnce; index++) {
      const text = log.byIndex(index);
      if (text === undefined) break;
      const bytes = decodeBytes(parseContainer(text).bytes, "hex");
      requests.push(this.requestsOf(readContainer(bytes, this.form).block));
    }
    if (requests.length === 0) return false;
    store.together(() => this.apply(requests));
    return true;
  }
}

/** Shared memory was made again from the blocks of the P-chain alone: everything is to be applied again. */
export function forgetApplied(metadata: Pick<Metadata, "delete">): void {
  for (const chain of ["X", "C"] as const) metadata.delete(keyOf(chain));
}

const keyOf = (chain: "X" | "C") => `shared-memory-${chain.toLowerCase()}-applied`;

/** How many containers of a chain shared memory knows. */
export function appliedContainers(chain: "X" | "C", metadata: Pick<Metadata, "getText">): bigint {
  return BigInt(metadata.getText(keyOf(chain)) ?? "0");
}
