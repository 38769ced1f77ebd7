import { randomBytes } from "node:crypto";
import type { Chain } from "../../chain/chain.ts";
import type { Mempool } from "../../chain/mempool.ts";
import { equalBytes, type Id } from "../../formats/bytes.ts";
import { formatHex, parseHex } from "../../formats/hex.ts";
import { parseJson } from "../../formats/json.ts";
import type { StateDump } from "../../handlers/context.ts";
import type { ChainContext } from "../../networks/network.ts";
import type { Release } from "../../networks/release.ts";
import { parseTx, type Tx } from "../../pchain/txs/tx.ts";
import { txCodecOf } from "../../pchain/txs/unsigned-tx.ts";
import type { ChainStore } from "../../store/chain-store.ts";
import type { Metadata } from "../../store/metadata.ts";
import { readHardfork, readRelease } from "../../store/release.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import { readChainIDs } from "../chain/chain-ids.ts";
import type { NodeGenesis } from "../chain/genesis.ts";
import { beginChain } from "../chain/open-chain.ts";
import type { ClockSetting, NodeClock } from "../clock.ts";
import type { Log } from "../logging/log.ts";
import type { LocalConfig } from "../node-config.ts";
import { creditAccounts } from "./credit-accounts.ts";
import { DevSettings } from "./dev-settings.ts";
import { decodeState, encodeState, StateRefused } from "./state-file.ts";

/** A request of 5 MB could otherwise inflate to gigabytes. */
const imageBytesMax = 64 * 1_024 * 1_024;

export type DevHistoryParts = {
  readonly chain: Chain;
  readonly store: ChainStore;
  readonly context: ChainContext;
  readonly clock: NodeClock;
  readonly settings: DevSettings;
  readonly genesis: () => Promise<NodeGenesis>;
  readonly local: LocalConfig;
  readonly log: Log;
  /** Called after the chain was replaced by another one. */
  readonly onOtherPast: () => void;
};

type Snapshot = {
  readonly id: string;
  readonly clock: ClockSetting;
  readonly restoreMemory: () => void;
};

/** Snapshots, reverts, resets, dumps and loads of the whole state of a node. */
export class DevHistory {
  readonly #parts: DevHistoryParts;
  /** Part of snapshot IDs, so that the ID of an earlier process is not valid in this one. */
  readonly #process = randomBytes(4).toString("hex");
  /** In the same order as in the store. */
  readonly #snapshots: Snapshot[] = [];
  #taken = 0;
  #lastDump: Promise<unknown> = Promise.resolve();

  constructor(parts: DevHistoryParts) {
    this.#parts = parts;
    parts.store.snapshots.onUndone(() => {
      const [first] = this.#snapshots.splice(0);
      // The work that has failed may still use what this replaces.
      if (first !== undefined) queueMicrotask(() => this.#afterUndone(first));
    });
  }

  ids(): readonly string[] {
    return this.#snapshots.map(({ id }) => id);
  }

  take(): string {
    const { chain, store, clock } = this.#parts;
    const restoreMemory = chain.keepMemory();
    store.snapshots.take();
    this.#taken++;
    const id = `${this.#process}-${this.#taken}`;
    this.#snapshots.push({ id, clock: clock.setting(), restoreMemory });
    return id;
  }

  revert(snapshotID: string): boolean {
    const { store } = this.#parts;
    const position = this.#snapshots.findIndex(({ id }) => id === snapshotID);
    const snapshot = this.#snapshots[position];
    if (snapshot === undefined) return false;
    store.snapshots.revertTo(position + 1);
    this.#snapshots.length = position;
    this.#restoreMemory(snapshot);
    return true;
  }

  /** The chain is at the first snapshot again, and no snapshot is left. */
  #afterUndone(first: Snapshot): void {
    const { store, log } = this.#parts;
    try {
      this.#restoreMemory(first);
      log.warn(
        { height: store.blocks.lastAccepted().height.toString(), snapshotID: first.id },
        "a write failed, so the chain is at its first snapshot again, and no snapshot is left",
      );
    } catch (error) {
      log.error({ err: error }, "the first snapshot could not be restored completely");
    }
  }

  /** Restores what is not in the store. */
  #restoreMemory({ restoreMemory, clock: setting }: Snapshot): void {
    const { clock, settings, onOtherPast } = this.#parts;
    restoreMemory();
    settings.reload();
    clock.restore(setting);
    onOtherPast();
  }

  async reset(): Promise<Id> {
    const { store, context, chain, clock, settings, onOtherPast } = this.#parts;
    const genesis = await this.#parts.genesis();
    if (!hasSameIDs(genesis.context, context)) throw new Error("The genesis has other chain IDs.");
    const hardfork = readHardfork(store.metadata);
    store.refill(() => beginChain(store, genesis, hardfork));
    chain.clearMemory();
    settings.reload();
    creditAccounts({ store, context }, settings, this.#parts.local);
    clock.reset();
    onOtherPast();
    return genesis.built.id;
  }

  /** One at a time: each holds a copy of the store. Rejects with an AbortError if it is not wanted when its turn comes. */
  dump(isWanted: () => boolean = () => true): Promise<StateDump> {
    const dumped = this.#lastDump.then(() => {
      if (isWanted()) return this.#dump();
      throw new DOMException("nobody waits for the state", "AbortError");
    });
    this.#lastDump = dumped.catch(() => {});
    return dumped;
  }

  async #dump(): Promise<StateDump> {
    const { store, context } = this.#parts;
    const { height } = store.blocks.lastAccepted();
    return { bytes: await encodeState(this.#image(), context.network.id), height };
  }

  #image(): Uint8Array {
    const { store, chain, clock, settings } = this.#parts;
    settings.keepClock(clock);
    const forget = keepMempool(chain.mempool, store.metadata);
    try {
      return store.image();
    } finally {
      forget();
    }
  }

  /** Returns why the state was rejected and what to do, or undefined. */
  load(state: Uint8Array): string | undefined {
    const { store, context, chain, clock, settings, onOtherPast } = this.#parts;
    const rules = rulesOf(store.metadata);
    try {
      store.loadImage(decodeState(state, context.network.id, imageBytesMax), (metadata) => {
        const { ids, found } = readNotes(metadata, context.network.release);
        if (ids === undefined || !hasSameIDs(ids, context)) {
          throw new StateRefused(
            "its genesis has a different AVAX asset or different chains. Start a node with --state and that file.",
          );
        }
        if (found === rules) return;
        throw new StateRefused(
          `its chain has ${found}, but this node's has ${rules}. Start a node with --state and that file.`,
        );
      });
    } catch (error) {
      if (error instanceof StateRefused || error instanceof StoreRefused) return error.message;
      throw error;
    }
    chain.clearMemory();
    restoreMempool(chain.mempool, store.metadata, context.network.release);
    settings.reload();
    const kept = settings.clock();
    if (kept !== undefined) clock.restore(kept);
    onOtherPast();
    return undefined;
  }
}

/** Reads what a node keeps beside its chain. Throws StateRefused if it cannot be read. */
function readNotes(metadata: Metadata, release: Release) {
  try {
    new DevSettings(metadata);
    readMempool(metadata, release);
    return { ids: readChainIDs(metadata), found: rulesOf(metadata) };
  } catch (error) {
    throw new StateRefused(
      `its settings cannot be read: ${(error as Error).message}. Dump it again, or use another copy.`,
      { cause: error },
    );
  }
}

/** What a chain was created with, in words. */
function rulesOf(metadata: Metadata): string {
  const hardfork = readHardfork(metadata);
  const rules = `the rules of ${readRelease(metadata)}`;
  return hardfork === undefined ? rules : `${rules} and the hardfork ${hardfork}`;
}

type ChainIDs = Pick<ChainContext, "avaxAssetID" | "xChainID" | "cChainID">;

function hasSameIDs(one: ChainIDs, other: ChainIDs): boolean {
  const names = ["avaxAssetID", "xChainID", "cChainID"] as const;
  return names.every((name) => equalBytes(one[name], other[name]));
}

const metadataKey = "mempool";

/** Writes the mempool into the store, so that an image includes it. The returned function removes it again. */
export function keepMempool(mempool: Mempool, metadata: Metadata): () => void {
  metadata.setText(metadataKey, JSON.stringify([...mempool].map(({ bytes }) => formatHex(bytes))));
  return () => metadata.delete(metadataKey);
}

/** Adds the transactions that an image includes to the mempool. */
export function restoreMempool(mempool: Mempool, metadata: Metadata, release: Release): void {
  for (const tx of readMempool(metadata, release)) mempool.add(tx);
  metadata.delete(metadataKey);
}

function readMempool(metadata: Metadata, release: Release): Tx[] {
  const codec = txCodecOf(release);
  const texts = parseJson(metadata.getText(metadataKey) ?? "[]") as string[];
  return texts.map((bytes) => parseTx(parseHex(bytes), codec));
}
