import type { Rounds } from "../../events/rounds.ts";
import type { BlockReadings } from "../block-reading.ts";
import type { LiveWatch } from "../live-watch.ts";
import type { WatchRegistry } from "../registry.ts";
import { lastNumber, numberBefore } from "../reverts.ts";
import type { WatchApi, WatchPosition, WatchTarget } from "../watch.ts";
import { backoffMs } from "./backoff.ts";
import {
  type BodyOf,
  type Delivery,
  deliveryOf,
  type SenderOptions,
  sendDelivery,
} from "./delivery.ts";
import { type LaneLimits, Lanes } from "./lanes.ts";
import { type Answer, NoAnswer } from "./post.ts";
import { type NextEvent, Seeker } from "./seeker.ts";

export type DelivererOptions = SenderOptions & {
  readonly registry: WatchRegistry;
  readonly readings: BlockReadings;
  readonly rounds: Rounds;
  readonly isHeld: () => boolean;
  readonly bodies: Readonly<Record<WatchApi, BodyOf>>;
  readonly limits: LaneLimits;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly onError: (error: unknown) => void;
  /** Called before an event of the chain is sent, with the position after it. */
  readonly onSending: (live: LiveWatch, after: WatchPosition) => Promise<void>;
  /** Called when a target has received an event, before the next one. */
  readonly onReceived: (live: LiveWatch) => void;
  /** Called when something moved that is to be written. */
  readonly onMoved: () => void;
};

/** One attempt of a watch: it waits for its turn, is sent, or waits with a timer to be repeated. */
type Attempt = { readonly retry?: NodeJS.Timeout };

/** A target that takes longer is slow. */
const promptMs = 2_000;
/** Timers are set to multiples of it, so that many of them share a list. */
const timerStepMs = 50;

/** Delivers the events of watches, of each one in order, and one at a time. */
export class Deliverer {
  readonly #options: DelivererOptions;
  readonly #lanes: Lanes;
  /** The latest attempt of each watch that has one. What an earlier one is answered no longer counts. */
  readonly #doing = new Map<LiveWatch, Attempt>();
  readonly #slow = new Set<LiveWatch>();
  /** Watches that wait to try again, by URL. */
  readonly #retrying = new Map<string, Set<LiveWatch>>();
  #isStopped = false;

  constructor(options: DelivererOptions) {
    this.#options = options;
    this.#lanes = new Lanes(options.limits);
  }

  /** Starts to deliver if there is something. One that waits to try again continues to wait. */
  wake(live: LiveWatch): void {
    const { target } = live.definition;
    if (this.#isStopped || target === undefined || this.#options.isHeld()) return;
    if (!hasWork(live) || this.#doing.has(live)) return;
    const attempt: Attempt = {};
    this.#doing.set(live, attempt);
    this.#lanes.add({
      origin: new URL(target.url).origin,
      isSlow: this.#slow.has(live),
      send: () => this.#deliver(live, attempt).catch(this.#options.onError),
    });
  }

  /** Tries again now. */
  retry(live: LiveWatch): void {
    this.#endWaiting(live);
    this.wake(live);
  }

  /** Call when a target answered: those that wait for it try again. */
  targetAnswered(url: string): void {
    for (const live of [...(this.#retrying.get(url) ?? [])]) this.retry(live);
  }

  /** Call before a watch is deleted or gets another definition. */
  forget(live: LiveWatch): void {
    this.#endWaiting(live);
    this.#doing.delete(live);
    this.#slow.delete(live);
  }

  stop(): void {
    this.#isStopped = true;
    this.#lanes.stop();
    for (const live of this.#doing.keys()) this.#endWaiting(live);
  }

  async #deliver(live: LiveWatch, attempt: Attempt): Promise<void> {
    const isLatest = () => this.#doing.get(live) === attempt;
    if (!isLatest()) return;
    const next = await this.#nextOf(live);
    const { target, api } = live.definition;
    const { position, reverts } = live.progress;
    // A replay, or blocks that were undone.
    const isMoved = () => live.progress.position !== position || live.progress.reverts !== reverts;
    // What is undone is not delivered, and a deleted or changed watch is another one.
    const isWanted = () =>
      !this.#isStopped && !this.#options.isHeld() && isLatest() && hasWork(live);
    if (next?.after !== undefined && isWanted()) await this.#options.onSending(live, next.after);
    if (next === undefined || target === undefined || isMoved() || !isWanted()) {
      if (isLatest()) this.#doing.delete(live);
      this.#options.onMoved();
      // Something may have been found since the search ended.
      this.wake(live);
      return;
    }
    const body = this.#options.bodies[api](live.definition, next.event);
    // An event that no block contains belongs to the chain as it is now.
    const number =
      next.after === undefined ? lastNumber(reverts) : numberBefore(reverts, next.after);
    const delivery = deliveryOf(body, number);
    const began = performance.now();
    const answer = await this.#send(target, delivery);
    if (this.#isStopped || !isLatest()) return;
    if (performance.now() - began > promptMs) this.#slow.add(live);
    else if (!(answer instanceof NoAnswer)) this.#slow.delete(live);
    this.#doing.delete(live);
    const after = isMoved() ? live.progress.position : next.after;
    this.#note(live, target, { isOffer: next.after === undefined, after }, answer);
  }

  #nextOf(live: LiveWatch): Promise<NextEvent | undefined> {
    return new Promise((resolve) => {
      this.#options.rounds.add(new Seeker(live, this.#options, resolve));
    });
  }

  async #send(target: WatchTarget, delivery: Delivery): Promise<Answer | NoAnswer> {
    try {
      return await sendDelivery(this.#options, target, delivery);
    } catch (error) {
      if (error instanceof NoAnswer) return error;
      throw error;
    }
  }

  #note(live: LiveWatch, target: WatchTarget, sent: Sent, answer: Answer | NoAnswer): void {
    const { registry, nowMs, random, onReceived, onMoved } = this.#options;
    const lastAnswer = answer instanceof NoAnswer ? answer.message : `status ${answer.status}`;
    const attempted = { lastAttemptMs: nowMs(), lastAnswer };
    if (isReceived(answer)) {
      if (sent.isOffer) registry.takeOffer(live);
      const { delivered } = live.progress;
      const position = sent.after ?? live.progress.position;
      registry.move(live, { ...attempted, position, delivered: delivered + 1, failures: 0 });
      onReceived(live);
      this.wake(live);
      this.targetAnswered(target.url);
    } else if (!(answer instanceof NoAnswer) && answer.status === gone) {
      registry.move(live, { ...attempted, status: "ended" });
    } else {
      const failures = live.progress.failures + 1;
      registry.move(live, { ...attempted, failures });
      this.#slow.add(live);
      const asked = answer instanceof NoAnswer ? undefined : answer.retryAfterMs;
      const ms = Math.max(backoffMs(failures, random()), asked ?? 0);
      this.#waitToRetry(live, ms, asked === undefined ? target.url : undefined);
    }
    onMoved();
  }

  /** Waits for a time, or until the target of a URL has answered another watch. */
  #waitToRetry(live: LiveWatch, ms: number, url: string | undefined): void {
    if (this.#isStopped) return;
    const steps = Math.ceil(ms / timerStepMs) * timerStepMs;
    const timer = setTimeout(() => this.retry(live), steps);
    timer.unref();
    this.#doing.set(live, { retry: timer });
    if (url === undefined) return;
    const others = this.#retrying.get(url);
    if (others === undefined) this.#retrying.set(url, new Set([live]));
    else others.add(live);
  }

  /** Does nothing for a watch that does not wait to be repeated. */
  #endWaiting(live: LiveWatch): void {
    const timer = this.#doing.get(live)?.retry;
    if (timer === undefined) return;
    clearTimeout(timer);
    this.#doing.delete(live);
    const url = live.definition.target?.url ?? "";
    const others = this.#retrying.get(url);
    others?.delete(live);
    if (others?.size === 0) this.#retrying.delete(url);
  }
}

/** What was sent, and the position once it is received; undefined if that does not change. */
type Sent = { readonly isOffer: boolean; readonly after: WatchPosition | undefined };

const gone = 410;

function isReceived(answer: Answer | NoAnswer): boolean {
  return !(answer instanceof NoAnswer) && answer.status >= 200 && answer.status < 300;
}

function hasWork({ progress, outbox }: LiveWatch): boolean {
  return progress.status === "active" && (progress.isBehind || outbox.length > 0);
}

/** The body of `/ext/watch`: the event as the stream has it. */
export const eventBody: BodyOf = (_definition, event) => JSON.stringify(event);
