import type { ContainerChanges } from "../../foreign-chains/block-requests.ts";
import type { Id } from "../../formats/bytes.ts";
import { decodeBytes } from "../../formats/encoding.ts";
import type { Network } from "../../networks/network.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import { type ContainerText, LogUnavailable, parseContainer } from "../../store/container-log.ts";
import type { Containers } from "../../store/containers.ts";
import type { Metadata } from "../../store/metadata.ts";
import { type ChangeReader, changeReader, type FedPath, fedPaths } from "./change-reader.ts";
import { CrossingLog, forgetCrossings } from "./crossing-log.ts";

export type SharedMemoryFeedOptions = {
  readonly path: FedPath;
  readonly chainID: Id;
  readonly network: Pick<Network, "id" | "upgrades">;
  readonly store: Pick<
    ChainStore,
    "together" | "atomicUtxos" | "blocks" | "metadata" | "history" | "ledger"
  >;
  readonly log: Containers;
  /** Containers that were moved from the store to its archive. */
  readonly older?: OlderContainers | undefined;
};

/** Reads indices in an archive. May throw LogUnavailable. */
export type OlderContainers = Readonly<
  Record<FedPath, { pages(start: bigint, end: bigint): AsyncIterable<readonly ContainerText[]> }>
>;

/** Containers that are applied in one transaction. */
const appliedAtOnce = 64n;

/**
 * Applies what the stored containers of an index change in shared memory, each once and in order. The store counts what is
 * applied, so that containers which were stored without it are applied later.
 */
export class SharedMemoryFeed {
  readonly #options: SharedMemoryFeedOptions;
  readonly #reader: ChangeReader;
  readonly #crossings: CrossingLog;
  /** The next ones, if they are no longer in the store. */
  #older: { readonly first: bigint; readonly texts: readonly ContainerText[] } | undefined;

  constructor(options: SharedMemoryFeedOptions) {
    const { path, network } = options;
    this.#options = options;
    this.#reader = changeReader(path, network);
    this.#crossings = new CrossingLog(options);
  }

  /** What a transaction or a chain's own block changes. Throws Rejection for one that cannot be read. */
  changesOf(content: Uint8Array): ContainerChanges {
    return this.#reader.changesOf(content);
  }

  /** Whether every stored container is applied, so that the next one can be. */
  isComplete(): boolean {
    const { path, store, log } = this.#options;
    if (!store.history.isComplete) return false;
    return appliedContainers(path, store.metadata) >= log.count();
  }

  /** Applies the next containers, one entry each. Call it within the transaction that stores them. */
  apply(changes: readonly ContainerChanges[]): void {
    const { path, chainID, store } = this.#options;
    const { metadata, atomicUtxos, blocks } = store;
    const first = appliedContainers(path, metadata);
    if (this.#crossings.count() === first) this.#crossings.add(first, changes);
    const { height } = blocks.lastAccepted();
    for (const { requests } of changes) {
      if (requests.length > 0) atomicUtxos.write(requests, height, chainID);
    }
    const unbound = changes.findLast(({ unboundHeight }) => unboundHeight !== undefined);
    if (unbound !== undefined) metadata.setText(unboundKey, unbound.unboundHeight!.toString());
    metadata.setText(keys[path], (first + BigInt(changes.length)).toString());
  }

  /** Call it before `advance`: reads what is to be applied next, if it is only in the archive, as after healing. */
  async prepare(): Promise<void> {
    const { path, log, older } = this.#options;
    const first = this.#next();
    if (older === undefined || first >= log.first()) {
      this.#older = undefined;
      return;
    }
    if (this.#older?.first === first && this.#older.texts.length > 0) return;
    const texts: ContainerText[] = [];
    try {
      for await (const page of older[path].pages(first, first + appliedAtOnce)) texts.push(...page);
    } catch (error) {
      // The archiver reports it.
      if (!(error instanceof LogUnavailable)) throw error;
    }
    this.#older = { first, texts };
  }

  /** The next container that `advance` reads. */
  #next(): bigint {
    const { path, store, log } = this.#options;
    const applied = appliedContainers(path, store.metadata);
    return applied < log.count() ? applied : (this.#crossings.count() ?? applied);
  }

  /**
   * Applies some of the containers that are stored and not applied. False if there are none, and while the P-chain's history
   * is not complete: what it imported before its snapshot is not known then. Throws Rejection.
   */
  advance(): boolean {
    const { path, store } = this.#options;
    if (!store.history.isComplete) return false;
    const applied = appliedContainers(path, store.metadata);
    const changes = this.#stored(applied, applied + appliedAtOnce);
    if (changes.length === 0) return this.#fillCrossings(applied);
    store.together(() => this.apply(changes));
    return true;
  }

  /** The ledger may have been off, or not known crossings, when containers were applied. */
  #fillCrossings(applied: bigint): boolean {
    const count = this.#crossings.count();
    if (count === undefined || count >= applied) return false;
    const end = count + appliedAtOnce;
    const changes = this.#stored(count, end < applied ? end : applied);
    // Older containers may be in the archive.
    if (changes.length === 0) return false;
    this.#options.store.together(() => this.#crossings.add(count, changes));
    return true;
  }

  /** What the containers of these indices change, up to the last stored one. */
  #stored(first: bigint, end: bigint): readonly ContainerChanges[] {
    const { log } = this.#options;
    const changes: ContainerChanges[] = [];
    for (let index = first; index < end; index++) {
      const text = log.byIndex(index) ?? this.#olderText(index);
      if (text === undefined) break;
      const bytes = decodeBytes(parseContainer(text).bytes, "hex");
      changes.push(this.#reader.changesOf(this.#reader.contentOf(bytes)));
    }
    return changes;
  }

  #olderText(index: bigint): ContainerText | undefined {
    const { first, texts } = this.#older ?? { first: 0n, texts: [] };
    return index < first ? undefined : texts[Number(index - first)];
  }
}

/** Shared memory was made again from the blocks of the P-chain alone: everything is to be applied again. */
export function forgetApplied(metadata: Pick<Metadata, "delete">): void {
  for (const path of fedPaths) metadata.delete(keys[path]);
  forgetCrossings(metadata);
  metadata.delete(unboundKey);
}

const unboundKey = "shared-memory-c-unbound";

/**
 * The last height of the C-chain up to which no hash covers atomic transactions, which may have been forged: only blocks from before
 * Apricot phase 1 are like this. Undefined if there is none.
 */
export function lastUnbound(metadata: Pick<Metadata, "getText">): bigint | undefined {
  const text = metadata.getText(unboundKey);
  return text === undefined ? undefined : BigInt(text);
}

const keys = {
  "X/block": "shared-memory-x-applied",
  "X/tx": "shared-memory-x-tx-applied",
  "C/block": "shared-memory-c-applied",
} as const satisfies Record<FedPath, string>;

/** How many containers of an index shared memory knows. */
export function appliedContainers(path: FedPath, metadata: Pick<Metadata, "getText">): bigint {
  return BigInt(metadata.getText(keys[path]) ?? "0");
}
