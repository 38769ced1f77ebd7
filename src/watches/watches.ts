import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { WebhookKeyKind } from "../crypto/webhook-signature.ts";
import { Rounds } from "../events/rounds.ts";
import type { Sink } from "../events/subscriber.ts";
import { formatTimeMillis } from "../formats/time.ts";
import type { LedgerChanges } from "../store/ledger/block-changes.ts";
import type { WatchStore } from "../store/watch-store.ts";
import { BlockReadings, type WatchSource } from "./block-reading.ts";
import { Deliverer, eventBody } from "./delivery/deliverer.ts";
import { type BodyOf, deliveryOf, sendDelivery } from "./delivery/delivery.ts";
import { type Answer, NoAnswer } from "./delivery/post.ts";
import { targetRefusal } from "./delivery/target-refusal.ts";
import { type WatchKey, WatchKeys } from "./keys.ts";
import { watchLimits } from "./limits.ts";
import type { LiveWatch } from "./live-watch.ts";
import { isObserved } from "./matcher.ts";
import { type NetworkView, Observations } from "./observations.ts";
import { furthestOf, isBefore } from "./positions.ts";
import { ProgressWriter } from "./progress-writer.ts";
import { QuietHeights } from "./quiet-heights.ts";
import { ReadablePositions, type StreamBeginning } from "./readable-positions.ts";
import { WatchRegistry } from "./registry.ts";
import type { WatchRule } from "./rule.ts";
import { sampleOf } from "./sample.ts";
import { Scanner } from "./scanner.ts";
import type {
  Watch,
  WatchApi,
  WatchDefinition,
  WatchPosition,
  WatchProgress,
  WatchStatus,
} from "./watch.ts";
import { watchEvent } from "./watch-event.ts";
import type { WatchStream } from "./watch-stream.ts";
import { WatchStreams } from "./watch-streams.ts";

export type WatchesOptions = {
  readonly store: WatchStore;
  /** The 32 bytes that seal the secrets; called when the first one is sealed or opened. */
  readonly sealingKey: () => Uint8Array;
  readonly source: WatchSource;
  /** Calls a listener with the rows of each block before it is committed. Without it, every block is read. */
  readonly onRows?: (listener: (changes: LedgerChanges) => void) => void;
  /** Whether what happens now may still be undone, as while a dev snapshot is open. */
  readonly isHeld: () => boolean;
  /** Whether blocks can be undone at all. */
  readonly canUndo: boolean;
  readonly allowsPrivateTargets: boolean;
  readonly userAgent: string;
  /** The time of the machine, in Unix milliseconds: deliveries do not follow the clock of the chain. */
  readonly nowMs: () => number;
  /** Other bodies than that of `/ext/watch`. */
  readonly dataBody?: BodyOf;
  readonly onError: (error: unknown) => void;
  readonly isBusy?: () => boolean;
  readonly random?: () => number;
  readonly limits?: Partial<typeof watchLimits>;
};

/** Where a new watch delivers to: with a key of its own, or one that exists. */
export type NewTarget =
  | { readonly url: string; readonly keyID: string }
  | { readonly url: string; readonly kind: WebhookKeyKind; readonly secret?: Uint8Array };

export type NewWatch = {
  /** By default, a new one. */
  readonly id?: string;
  readonly api: WatchApi;
  readonly name: string;
  readonly rule: WatchRule;
  readonly target: NewTarget | undefined;
  readonly isConfigured?: boolean;
  readonly extra?: string;
};

/** What is to change; undefined stays as it is, and a target of null is removed. */
export type WatchChange = {
  readonly name?: string | undefined;
  readonly rule?: WatchRule | undefined;
  readonly target?: NewTarget | null | undefined;
  readonly extra?: string | undefined;
};

/** The watches of a node: what they are, and their deliveries. */
export class Watches {
  readonly keys: WatchKeys;
  readonly positions: ReadablePositions;
  readonly streams: WatchStreams;
  readonly #options: WatchesOptions;
  readonly #registry: WatchRegistry;
  readonly #readings: BlockReadings;
  readonly #scanner: Scanner;
  readonly #deliverer: Deliverer;
  readonly #rounds: Rounds;
  readonly #quiet: QuietHeights;
  readonly #limits: typeof watchLimits;
  readonly #observations = new Observations();
  readonly #progress: ProgressWriter;
  #wasHeld = false;
  #isRunning = false;

  /** Throws SealedByOther. */
  constructor(options: WatchesOptions) {
    const { store, sealingKey, source, isHeld, canUndo, onError, isBusy = () => false } = options;
    this.#options = options;
    this.#limits = { ...watchLimits, ...options.limits } as typeof watchLimits;
    this.keys = new WatchKeys(store, sealingKey);
    this.#registry = new WatchRegistry(store, this.#limits.outboxBytes);
    this.#progress = new ProgressWriter(this.#registry, {
      flushMs: this.#limits.flushMs,
      onError,
    });
    this.#readings = new BlockReadings(source);
    this.positions = new ReadablePositions(this.#readings);
    this.#rounds = new Rounds(onError, isBusy);
    this.streams = new WatchStreams(this.#readings, this.#rounds);
    this.#quiet = new QuietHeights(this.#registry);
    options.onRows?.((changes) => this.#quiet.note(changes));
    const parts = { registry: this.#registry, readings: this.#readings, isHeld };
    this.#deliverer = new Deliverer({
      ...parts,
      ...this.#sender(),
      rounds: this.#rounds,
      bodies: this.#bodies(),
      limits: this.#limits,
      random: options.random ?? Math.random,
      onError,
      // Its block may have been undone meanwhile.
      onReceived: (live) => this.#scanner.verify(live),
      onSending: (live, after) => this.#noteReached(live, after),
      onMoved: () => this.#progress.writeSoon(),
    });
    this.#scanner = new Scanner({
      ...parts,
      quiet: this.#quiet,
      canUndo,
      onEvents: (live) => {
        this.#deliverer.wake(live);
        this.#progress.writeSoon();
      },
    });
  }

  /** Continues where the node stopped: what waits is tried at once. */
  start(): void {
    this.#isRunning = true;
    this.chainMoved();
    for (const live of this.#registry.all()) this.#deliverer.wake(live);
  }

  /** Call after blocks were undone, or replaced by those of another chain. */
  chainUndone(): void {
    this.#quiet.forget();
    this.#readings.forgetAll();
    if (this.#isRunning) this.#scanner.undone();
    this.streams.undone();
    this.chainMoved();
  }

  /** Call after blocks were accepted. */
  chainMoved(): void {
    if (!this.#isRunning) return;
    const isHeld = this.#options.isHeld();
    if (this.#wasHeld && !isHeld) {
      for (const live of this.#registry.all()) this.#deliverer.wake(live);
    }
    this.#wasHeld = isHeld;
    if (!isHeld) this.#rounds.add(this.#scanning);
    this.streams.advance();
  }

  /** Call after a dev node changed its state outside of blocks. */
  stateChanged(): void {
    this.#readings.forget(this.#options.source.blocks.lastAccepted().height);
    this.chainMoved();
  }

  /**
   * Returns what opens a stream of the events of a watch; undefined if there is no such watch, and the reason if the node does not
   * have the height at which it begins, or its rows any more.
   */
  streamOf(
    id: string,
    beginning: StreamBeginning,
  ): ((sink: Sink) => WatchStream) | string | undefined {
    const live = this.#live("watch", id);
    if (live === undefined) return undefined;
    const position = this.positions.beginning(beginning);
    if (typeof position === "string") return position;
    return (sink) => this.streams.open(live, sink, position);
  }

  /** Evaluates the rules whose events no block contains. Call it now and then. */
  observe(view: () => NetworkView): void {
    const { source, isHeld } = this.#options;
    const observed = [...this.#registry.all()].filter(
      ({ definition }) => definition.api === "watch" && isObserved(definition.rule),
    );
    this.#observations.keepOnly(observed);
    if (!this.#isRunning || isHeld() || observed.length === 0) return;
    const seen = view();
    const { blockID, block, height, events } = this.#readings.at(
      source.blocks.lastAccepted().height,
    );
    const cursor = `${height}.${events.length}.${block}`;
    const place = { cursor, height: String(height), blockID, time: formatTimeMillis(seen.nowMs) };
    for (const live of observed) {
      const { reported, details } = this.#observations.of(live, seen);
      if (reported !== live.progress.reported) this.#registry.move(live, { reported });
      if (details === undefined) continue;
      const { id, target } = live.definition;
      const event = watchEvent(id, place, details);
      // Without a target nobody would take it from the outbox.
      if (target !== undefined) this.#registry.offer(live, event);
      this.#deliverer.wake(live);
      this.streams.offer(id, event);
    }
    this.streams.advance();
    if (this.#registry.needsFlush) this.#progress.writeSoon();
  }

  stop(): void {
    this.#isRunning = false;
    this.#deliverer.stop();
    this.#rounds.delete(this.#scanning);
    this.#progress.stop();
    this.#options.store.close();
  }

  /** The lowest height that is read again: rules compare a block with the one before it. */
  neededFrom(): number {
    const behind = [...this.#registry.all()].flatMap(({ progress }) =>
      progress.isBehind ? progress.position.height : [],
    );
    const { scanned } = this.#registry;
    const heights = scanned === undefined ? behind : [...behind, scanned.height];
    return Math.min(...heights.map((height) => Number(height) - 1));
  }

  list(api: WatchApi): readonly Watch[] {
    return [...this.#registry.all()].flatMap((live) =>
      live.definition.api === api ? [watchOf(live)] : [],
    );
  }

  get(api: WatchApi, id: string): Watch | undefined {
    const live = this.#live(api, id);
    return live && watchOf(live);
  }

  /** How many more watches there may be, and how many more addresses and URLs they may have together. */
  room() {
    const { watches: watchesMax, addresses: addressesMax, targets: targetsMax } = this.#limits;
    const { size, addresses, targets } = this.#registry;
    return {
      ...{ watchesMax, addressesMax, targetsMax },
      targets: targetsMax - targets,
      hasTarget: (url: string) => this.#registry.hasTarget(url),
      watches: watchesMax - size,
      addresses: addressesMax - addresses,
    };
  }

  /** What a URL of a target is expected to be instead; undefined if it may be used. */
  refusalOf(url: string): string | undefined {
    return targetRefusal(url, this.#options.allowsPrivateTargets);
  }

  /** Replaces the secret of a key; for some seconds, the one before also signs. */
  rotate(keyID: string, overlapSeconds: number, given?: Uint8Array): WatchKey {
    const kind = this.keys.current(keyID)?.kind ?? "hmac-sha256";
    const untilMs = this.#options.nowMs() + overlapSeconds * 1000;
    return this.keys.rotate(keyID, kind, untilMs, given);
  }

  /** Creates a watch of what happens from now on, on disk when it returns. `key` is the one that was made for it. */
  create(watch: NewWatch): { readonly watch: Watch; readonly key: WatchKey | undefined } {
    return this.createAll([watch])[0]!;
  }

  /** As `create`, all or none: a disk takes thousands together in the time of a few alone. */
  createAll(
    watches: readonly NewWatch[],
  ): { readonly watch: Watch; readonly key: WatchKey | undefined }[] {
    const position = this.#scanner.end();
    const created = watches.map((each) => this.#newWatch(each, position));
    this.#quiet.forget();
    this.#registry.put(
      created.map(({ watch }) => watch),
      created.flatMap(({ made }) => made?.rows ?? []),
    );
    for (const { made } of created) made?.entered();
    return created.map(({ watch, made }) => ({ watch, key: made?.key }));
  }

  #newWatch(given: NewWatch, position: WatchPosition) {
    const id = given.id ?? `watch_${randomBytes(12).toString("hex")}`;
    const { target, made } = this.#targetOf(id, given.target ?? undefined);
    const { api, name, rule, isConfigured = false, extra } = given;
    const watch: Watch = {
      ...{ id, api, name, rule, target, isConfigured, extra },
      createdMs: this.#options.nowMs(),
      status: "active",
      position,
      ...{
        reached: undefined,
        isBehind: false,
        reverts: [],
        reported: undefined,
        delivered: 0,
        failures: 0,
      },
      ...{ lastAttemptMs: undefined, lastAnswer: undefined },
    };
    return { watch, made };
  }

  /** Changes a watch: what is not delivered yet follows the new definition. */
  update(
    api: WatchApi,
    id: string,
    change: WatchChange,
  ): { watch: Watch; key?: WatchKey } | undefined {
    const live = this.#live(api, id);
    if (live === undefined) return undefined;
    const before = live.definition;
    const { target, made } =
      change.target === undefined
        ? { target: before.target, made: undefined }
        : this.#targetOf(id, change.target ?? undefined);
    const { name = before.name, rule = before.rule, extra = before.extra } = change;
    const isMoved = target?.url !== before.target?.url;
    const isOtherRule = !isDeepStrictEqual(rule, before.rule);
    const progress = {
      ...live.progress,
      ...(isMoved && { failures: 0 }),
      ...(isOtherRule && { reported: undefined }),
    };
    const changed: Watch = { ...before, name, rule, target, extra, ...progress };
    const isOwnKey = before.target?.keyID === id;
    const unused = isOwnKey && target?.keyID !== id ? [id] : [];
    this.#deliverer.forget(live);
    this.#quiet.forget();
    try {
      this.#registry.put([changed], made?.rows, unused);
      made?.entered();
      for (const each of unused) this.keys.forget(each);
      if (isOtherRule) this.#registry.withdrawOffers(live);
    } finally {
      // A change that cannot be stored is none: deliveries continue.
      this.#deliverer.wake(live);
    }
    this.streams.ruleChanged(id);
    return { watch: watchOf(live), ...(made && { key: made.key }) };
  }

  /** What waits is not delivered. */
  delete(api: WatchApi, id: string): void {
    this.deleteAll(api, [id]);
  }

  /** As `delete`, all or none. */
  deleteAll(api: WatchApi, ids: readonly string[]): void {
    const removed = ids.flatMap((id) => this.#live(api, id) ?? []);
    const removedIDs = removed.map(({ definition }) => definition.id);
    // If it cannot be stored, the watches continue.
    if (removed.length > 0) this.#registry.delete(removedIDs, removedIDs);
    for (const live of removed) {
      const { id } = live.definition;
      this.#deliverer.forget(live);
      live.progress = { ...live.progress, status: "ended" };
      this.keys.forget(id);
      this.streams.end(id);
    }
  }

  /** Pauses or resumes a watch; resumed, it tries at once. */
  setStatus(api: WatchApi, id: string, status: WatchStatus): Watch | undefined {
    const live = this.#live(api, id);
    if (live === undefined) return undefined;
    this.#moveNow(live, { status });
    if (status === "active") this.#deliverer.retry(live);
    return watchOf(live);
  }

  /** Delivers everything after a position again. */
  replay(api: WatchApi, id: string, position: WatchPosition): Watch | undefined {
    const live = this.#live(api, id);
    if (live === undefined) return undefined;
    const reached = furthestOf(live.progress);
    this.#moveNow(live, { position, reached, isBehind: true, failures: 0 });
    live.nextHeights = undefined;
    this.#deliverer.retry(live);
    return watchOf(live);
  }

  /** Sends a sample to the target once, and returns its answer, or why it did not answer. */
  async test(
    watch: WatchDefinition,
  ): Promise<{ readonly id: string; readonly answer: Answer | string }> {
    const { target, api } = watch;
    if (target === undefined) throw new Error("a watch without a target cannot be tested");
    const { height } = this.#options.source.blocks.lastAccepted();
    const sample = sampleOf(watch, this.#readings.at(height));
    const delivery = deliveryOf(this.#bodies()[api](watch, sample), 0);
    try {
      const answer = await sendDelivery(this.#sender(), target, delivery);
      if (answer.status >= 200 && answer.status < 300) this.#deliverer.targetAnswered(target.url);
      return { id: delivery.id, answer };
    } catch (error) {
      if (error instanceof NoAnswer) return { id: delivery.id, answer: error.message };
      throw error;
    }
  }

  readonly #scanning = {
    turn: () => {
      const turn = this.#scanner.turn();
      if (this.#registry.needsFlush) this.#progress.writeWhenIdle();
      return turn;
    },
  };

  #live(api: WatchApi, id: string): LiveWatch | undefined {
    const live = this.#registry.get(id);
    return live?.definition.api === api ? live : undefined;
  }

  /** On disk when it returns. A change that cannot be stored is none. */
  #moveNow(live: LiveWatch, change: Partial<WatchProgress>): void {
    const before = live.progress;
    this.#registry.move(live, change);
    try {
      this.#registry.flush();
    } catch (error) {
      this.#registry.move(live, before);
      throw error;
    }
  }

  #bodies(): Readonly<Record<WatchApi, BodyOf>> {
    return { watch: eventBody, data: this.#options.dataBody ?? eventBody };
  }

  #sender() {
    const { allowsPrivateTargets, userAgent, nowMs } = this.#options;
    const { keys } = this;
    const timeoutMs = this.#limits.answerMs;
    return { keys, allowsPrivate: allowsPrivateTargets, userAgent, nowMs, timeoutMs };
  }

  #targetOf(id: string, target: NewTarget | undefined) {
    if (target === undefined) return { target: undefined, made: undefined };
    if ("keyID" in target) return { target, made: undefined };
    const made = this.keys.make(id, target.kind, target.secret);
    return { target: { url: target.url, keyID: id }, made };
  }

  /**
   * Notes that an event is about to be sent, where it may be undone before the answer counts. On disk when it resolves, together
   * with what else is sent in this pass of the event loop.
   */
  async #noteReached(live: LiveWatch, after: WatchPosition): Promise<void> {
    if (!this.#options.canUndo || !isBefore(furthestOf(live.progress), after)) return;
    this.#registry.move(live, { reached: after });
    await this.#progress.written();
  }
}

function watchOf({ definition, progress }: LiveWatch): Watch {
  return { ...definition, ...progress };
}
