import {
  type AnnouncedUpgrade,
  type ScheduledUpgrade,
  textOf,
  unscheduledText,
} from "../follow/announced-upgrade.ts";
import type { Upgrades } from "../networks/network.ts";
import { type ForeignUpgrade, foreignUpgrade, unscheduledUpgrade } from "./foreign-upgrades.ts";
import { majorityOf } from "./majority.ts";
import type { Upstream } from "./upstream.ts";

/** How often an upstream's schedule is compared. */
const compareMs = 60_000;
/** How often to check whether a comparison is due. */
const pollMs = 500;

export type UpgradeWatchOptions = {
  readonly upstreams: readonly Upstream[];
  /** The schedule of this node. */
  readonly upgrades: Upgrades;
  readonly announced: AnnouncedUpgrade;
  readonly nowMillis: () => number;
  /** Rejects with the signal's reason if it is aborted first. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly onWarning: (message: string) => void;
};

type Answer = {
  /** `hidden`: the upstream does not serve info.upgrades, as many gateways do not. */
  readonly found: ForeignUpgrade | undefined | "hidden";
  readonly atMillis: number;
  /** How often the upstream had failed by then: one that comes back may run another version. */
  readonly failureCount: number;
};

/** Compares info.upgrades of the upstreams with the schedule of this node. */
export class UpgradeWatch {
  readonly #options: UpgradeWatchOptions;
  readonly #answers = new Map<Upstream, Answer>();
  /** The last warning about each upstream. */
  readonly #warnings = new Map<Upstream, string>();

  constructor(options: UpgradeWatchOptions) {
    this.#options = options;
  }

  /** Rejects with the signal's reason when it is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#options.upstreams.map((upstream) => this.#watch(upstream, signal)));
  }

  /** Whether a majority of all upstreams has answered, or does not serve the method, since they last failed. */
  isCompared(): boolean {
    const { upstreams } = this.#options;
    const current = upstreams.filter((upstream) => this.#current(upstream) !== undefined);
    return current.length >= majorityOf(upstreams.length);
  }

  /** What upstreams list that this node does not know, for health. */
  warnings(): readonly string[] {
    return [...this.#warnings].flatMap(([upstream, text]) =>
      this.#answers.get(upstream)?.found === "hidden" ? [] : [text],
    );
  }

  async #watch(upstream: Upstream, signal: AbortSignal): Promise<void> {
    const { nowMillis, sleep } = this.#options;
    while (true) {
      signal.throwIfAborted();
      const answer = this.#current(upstream);
      const isDue = answer === undefined || nowMillis() - answer.atMillis >= compareMs;
      if (isDue && upstream.isAvailable) await this.#compare(upstream, signal);
      await sleep(pollMs, signal);
    }
  }

  async #compare(upstream: Upstream, signal: AbortSignal): Promise<void> {
    const { upgrades, nowMillis } = this.#options;
    const { failureCount } = upstream;
    const found = await upstream.attempt(signal, async (client) => {
      const result = await client.upgrades(signal);
      if (result === "hidden") return { first: result };
      const nowSeconds = BigInt(Math.floor(nowMillis() / 1000));
      const unscheduled = unscheduledUpgrade(result, upgrades, nowSeconds);
      return { first: foreignUpgrade(result, upgrades), unscheduled };
    });
    if (found === undefined) return;
    const { first, unscheduled } = found;
    this.#answers.set(upstream, { found: first, atMillis: nowMillis(), failureCount });
    this.#warn(upstream, first, unscheduled);
    this.#decide();
  }

  #warn(
    upstream: Upstream,
    found: Answer["found"],
    unscheduled: ScheduledUpgrade | undefined,
  ): void {
    const { name } = upstream.client;
    const text = this.#textOf(name, found, unscheduled);
    if (text === undefined) {
      this.#warnings.delete(upstream);
      return;
    }
    if (this.#warnings.get(upstream) === text) return;
    this.#warnings.set(upstream, text);
    this.#options.onWarning(text);
  }

  #textOf(
    upstream: string,
    found: Answer["found"],
    unscheduled: ScheduledUpgrade | undefined,
  ): string | undefined {
    if (found === "hidden") {
      return `${upstream} does not serve info.upgrades: it cannot say when the network has an upgrade that this version does not know.`;
    }
    if (found !== undefined)
      return `${upstream} announces ${textOf(found, this.#options.upgrades)}.`;
    if (unscheduled === undefined) return undefined;
    const { name, scheduledAt } = unscheduled;
    return `${upstream} has ${unscheduledText(`the upgrade ${name}`, scheduledAt)}.`;
  }

  /**
   * A majority of the upstreams that serve the method decides: the rules end where more than half of them follow others,
   * and are known as soon as more than half follow the same. In between it stays as it was.
   */
  #decide(): void {
    const { upstreams, announced } = this.#options;
    const answers = [...this.#answers.values()].map(({ found }) => found);
    const served = answers.filter((found) => found !== "hidden");
    const needed = majorityOf(upstreams.length - (answers.length - served.length));
    const foreign = served
      .filter((found) => found !== undefined)
      .sort((a, b) => (a.time < b.time ? -1 : 1));
    const decisive = foreign[needed - 1];
    if (decisive !== undefined) announced.set(decisive.time, decisive);
    else if (served.length - foreign.length >= needed) announced.set(undefined);
  }

  #current(upstream: Upstream): Answer | undefined {
    const answer = this.#answers.get(upstream);
    return answer?.failureCount === upstream.failureCount ? answer : undefined;
  }
}
