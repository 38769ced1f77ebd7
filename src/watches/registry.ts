import { parseAddress } from "../formats/address.ts";
import { type BytesKey, keyOf } from "../formats/bytes.ts";
import { parseJson } from "../formats/json.ts";
import type { RevertedEvent, WatchEvent } from "../generated/events.ts";
import type { LedgerRow } from "../store/ledger/schema.ts";
import type { WatchKeyRow, WatchOutboxRow, WatchRow, WatchStore } from "../store/watch-store.ts";
import { watchLimits } from "./limits.ts";
import type { LiveWatch, OutboxEvent } from "./live-watch.ts";
import { eachBlock, isAddressKey } from "./matcher.ts";
import { addressCount, type WatchRule } from "./rule.ts";
import { matcherOf } from "./rules/index.ts";
import {
  parseDefinition,
  parsePosition,
  parseProgress,
  textOfDefinition,
  textOfPosition,
  textOfProgress,
} from "./stored-watch.ts";
import type { Watch, WatchDefinition, WatchPosition, WatchProgress } from "./watch.ts";

/** Events that no block contains and wait, for each watch. Beyond it, the oldest are lost, which the next one says. */
const outboxMax = 256;

/**
 * The watches of a node: all in memory, and found by what they watch. Changes of a caller are written at once; how far
 * deliveries are is written by `flush`, all watches in one transaction, so that after a crash every one continues from the same moment.
 */
export class WatchRegistry {
  readonly #store: WatchStore;
  readonly #watches = new Map<string, LiveWatch>();
  readonly #byKey = new Map<string, Set<LiveWatch>>();
  readonly #changed = new Set<LiveWatch>();
  readonly #added = new Map<string, WatchOutboxRow>();
  readonly #removed = new Map<string, WatchOutboxRow>();
  #scanned: WatchPosition | undefined;
  #isScannedChanged = false;
  #addresses = 0;
  /** How many watches watch an address, by its bytes. */
  readonly #watchers = new Map<BytesKey, number>();
  #otherKeys = 0;
  /** How many watches have each URL. */
  readonly #targets = new Map<string, number>();
  #outboxBytes = 0;
  readonly #outboxBytesMax: number;

  constructor(store: WatchStore, outboxBytesMax: number = watchLimits.outboxBytes) {
    this.#store = store;
    this.#outboxBytesMax = outboxBytesMax;
    const outbox = new Map<string, OutboxEvent[]>();
    for (const { watch_id, number, event } of store.outbox()) {
      const waiting = outbox.get(watch_id) ?? [];
      waiting.push({ number, event: parseJson(event) as unknown as WatchEvent | RevertedEvent });
      outbox.set(watch_id, waiting);
    }
    for (const row of store.watches()) {
      const definition = parseDefinition(row.definition);
      const waiting = outbox.get(row.id) ?? [];
      this.#enter(definition, parseProgress(row.progress), waiting);
    }
    const scanned = store.scanned();
    this.#scanned = scanned === undefined ? undefined : parsePosition(scanned);
  }

  get size(): number {
    return this.#watches.size;
  }

  /** How many different URLs all watches have together. */
  get targets(): number {
    return this.#targets.size;
  }

  hasTarget(url: string): boolean {
    return this.#targets.has(url);
  }

  /** How many addresses all watches have together. */
  get addresses(): number {
    return this.#addresses;
  }

  /** Whether a watch has to look at every block. */
  get hasEachBlock(): boolean {
    return this.#byKey.has(eachBlock);
  }

  /** Whether a watch watches something else than addresses. */
  get hasOtherKeys(): boolean {
    return this.#otherKeys > 0;
  }

  /** Whether a watch that looks at every block may match one, by its row. */
  mayMatchRow(row: LedgerRow<"blocks">): boolean {
    for (const { matcher } of this.#byKey.get(eachBlock) ?? none) {
      if (matcher.mayMatchRow?.(row) ?? true) return true;
    }
    return false;
  }

  /** Call when blocks were undone: what rules remember is of other ones. */
  renewMatchers(): void {
    for (const live of this.all()) live.matcher = matcherOf(live.definition.rule);
  }

  watchesAddress(address: BytesKey): boolean {
    return this.#watchers.has(address);
  }

  /** Up to where all watches have looked at all events; undefined before the first watch. */
  get scanned(): WatchPosition | undefined {
    return this.#scanned;
  }

  get(id: string): LiveWatch | undefined {
    return this.#watches.get(id);
  }

  all(): Iterable<LiveWatch> {
    return this.#watches.values();
  }

  /** Those that watch one of the keys of an event, each once. */
  withKeys(keys: readonly string[]): ReadonlySet<LiveWatch> {
    const [first] = keys;
    if (keys.length === 1) return this.#byKey.get(first!) ?? none;
    return new Set(keys.flatMap((key) => [...(this.#byKey.get(key) ?? none)]));
  }

  /** Adds watches, or changes those with the same ID, with the secrets that they need, or no longer. On disk when it returns. */
  put(
    watches: readonly Watch[],
    keys: readonly WatchKeyRow[] = [],
    unusedKeyIDs: readonly string[] = [],
  ): void {
    this.flush();
    this.#store.put(watches.map(rowOf), keys, unusedKeyIDs);
    for (const watch of watches) this.#enter(watch, watch, []);
  }

  /** On disk when it returns. */
  delete(ids: readonly string[], keyIDs: readonly string[] = []): void {
    this.flush();
    this.#store.delete(ids, keyIDs);
    for (const id of ids) this.#leave(id);
  }

  /** Notes how far a watch is, to be written by `flush`. */
  move(live: LiveWatch, progress: Partial<WatchProgress>): void {
    live.progress = { ...live.progress, ...progress };
    this.#changed.add(live);
  }

  scannedTo(position: WatchPosition): void {
    this.#scanned = position;
    this.#isScannedChanged = true;
  }

  /** Adds an event that no block contains. */
  offer(live: LiveWatch, event: WatchEvent | RevertedEvent): void {
    const number = (live.outbox.at(-1)?.number ?? 0) + 1;
    this.#addToOutbox(live, { number, event });
    const isOver = () => this.#outboxBytes > this.#outboxBytesMax && live.outbox.length > 2;
    if (live.outbox.length > outboxMax) this.#loseSecond(live);
    while (isOver()) this.#loseSecond(live);
  }

  /** The first one may have been attempted: it must stay the same. The one after says how many are lost. */
  #loseSecond(live: LiveWatch): void {
    const [lost, next] = live.outbox.splice(1, 2) as [OutboxEvent, OutboxEvent];
    for (const each of [lost, next]) this.#removeFromOutbox(live, each);
    const missed = 1 + missedBefore(lost.event) + missedBefore(next.event);
    const said = next.event.type === "watch" ? { ...next.event, missed } : next.event;
    const kept = { number: next.number, event: said };
    live.outbox.splice(1, 0, kept);
    this.#outboxBytes += bytesOf(kept);
    this.#noteAdded(live, kept);
  }

  /** Removes the oldest event that no block contains, which was delivered. */
  takeOffer(live: LiveWatch): void {
    const first = live.outbox.shift();
    if (first !== undefined) this.#removeFromOutbox(live, first);
  }

  /** Removes what an earlier rule of a watch reported and no block contains. */
  withdrawOffers(live: LiveWatch): void {
    for (const each of live.outbox)
      if (each.event.type === "watch") this.#removeFromOutbox(live, each);
    live.outbox = live.outbox.filter(({ event }) => event.type !== "watch");
  }

  get needsFlush(): boolean {
    const { size } = this.#changed;
    return size + this.#added.size + this.#removed.size > 0 || this.#isScannedChanged;
  }

  flush(): void {
    if (!this.needsFlush || this.#scanned === undefined) return;
    this.#store.write({
      progress: [...this.#changed].map(({ definition, progress }) => ({
        id: definition.id,
        progress: textOfProgress(progress),
      })),
      scanned: textOfPosition(this.#scanned),
      added: this.#added.values(),
      removed: this.#removed.values(),
    });
    this.#changed.clear();
    this.#added.clear();
    this.#removed.clear();
    this.#isScannedChanged = false;
  }

  /** A watch that exists stays the same object: a delivery of it may be under way. */
  #enter(definition: WatchDefinition, progress: WatchProgress, outbox: OutboxEvent[]): void {
    const known = this.#watches.get(definition.id);
    if (known !== undefined) this.#leaveKeys(known);
    const live: LiveWatch = {
      definition: definitionOf(definition),
      matcher: matcherOf(definition.rule),
      progress: progressOf(progress),
      outbox: known?.outbox ?? outbox,
      nextHeights: progress.isBehind ? undefined : [],
    };
    const entered = known === undefined ? live : Object.assign(known, live);
    if (known === undefined) for (const each of outbox) this.#outboxBytes += bytesOf(each);
    this.#watches.set(definition.id, entered);
    this.#enterKeys(entered);
  }

  #leave(id: string): void {
    const live = this.#watches.get(id);
    if (live === undefined) return;
    this.#watches.delete(id);
    this.#changed.delete(live);
    this.#leaveKeys(live);
    for (const each of live.outbox) this.#outboxBytes -= bytesOf(each);
  }

  #enterKeys(live: LiveWatch): void {
    const { rule, target } = live.definition;
    if (target !== undefined) {
      this.#targets.set(target.url, (this.#targets.get(target.url) ?? 0) + 1);
    }
    this.#addresses += addressCount(rule);
    for (const key of live.matcher.keys) {
      const others = this.#byKey.get(key);
      if (others !== undefined) others.add(live);
      else {
        this.#byKey.set(key, new Set([live]));
        if (!isAddressKey(key)) this.#otherKeys += 1;
      }
    }
    for (const address of addressBytes(rule)) {
      this.#watchers.set(address, (this.#watchers.get(address) ?? 0) + 1);
    }
  }

  #leaveKeys(live: LiveWatch): void {
    const { rule, target } = live.definition;
    if (target !== undefined) {
      const others = (this.#targets.get(target.url) ?? 1) - 1;
      if (others === 0) this.#targets.delete(target.url);
      else this.#targets.set(target.url, others);
    }
    this.#addresses -= addressCount(rule);
    for (const key of live.matcher.keys) {
      const others = this.#byKey.get(key);
      others?.delete(live);
      if (others?.size !== 0) continue;
      this.#byKey.delete(key);
      if (!isAddressKey(key)) this.#otherKeys -= 1;
    }
    for (const address of addressBytes(rule)) {
      const left = (this.#watchers.get(address) ?? 1) - 1;
      if (left === 0) this.#watchers.delete(address);
      else this.#watchers.set(address, left);
    }
  }

  #addToOutbox(live: LiveWatch, each: OutboxEvent): void {
    live.outbox.push(each);
    this.#outboxBytes += bytesOf(each);
    this.#noteAdded(live, each);
  }

  #noteAdded({ definition }: LiveWatch, { number, event }: OutboxEvent): void {
    const row = { watch_id: definition.id, number, event: JSON.stringify(event) };
    this.#added.set(`${definition.id} ${number}`, row);
  }

  #removeFromOutbox({ definition }: LiveWatch, removed: OutboxEvent): void {
    const { number } = removed;
    this.#outboxBytes -= bytesOf(removed);
    const key = `${definition.id} ${number}`;
    if (this.#added.delete(key)) return;
    this.#removed.set(key, { watch_id: definition.id, number, event: "" });
  }
}

const bytesOf = ({ event }: OutboxEvent) => Buffer.byteLength(JSON.stringify(event));

function addressBytes(rule: WatchRule): BytesKey[] {
  if (!("addresses" in rule)) return [];
  return rule.addresses.map((text) => keyOf(parseAddress(text).address));
}

const none: ReadonlySet<LiveWatch> = new Set();

function missedBefore(event: WatchEvent | RevertedEvent): number {
  return event.type === "watch" ? (event.missed ?? 0) : 0;
}

function definitionOf(watch: WatchDefinition): WatchDefinition {
  const { id, api, name, rule, target, createdMs, isConfigured, extra } = watch;
  return { id, api, name, rule, target, createdMs, isConfigured, extra };
}

function progressOf(watch: WatchProgress): WatchProgress {
  const { status, position, reached, isBehind, reverts, reported } = watch;
  const { delivered, failures, lastAttemptMs, lastAnswer } = watch;
  return {
    ...{ status, position, reached, isBehind, reverts, reported },
    ...{ delivered, failures, lastAttemptMs, lastAnswer },
  };
}

function rowOf(watch: Watch): WatchRow {
  return {
    id: watch.id,
    api: watch.api,
    definition: textOfDefinition(definitionOf(watch)),
    progress: textOfProgress(watch),
  };
}
