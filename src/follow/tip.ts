import { type BytesKey, equalBytes, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import { type Acceptor, acceptAttested } from "./acceptor.ts";
import { AttestationTally, attestedID, isSupermajority } from "./attestation.ts";
import { attestedRun } from "./attested-run.ts";
import type { BlockForm, Container } from "./container.ts";
import { answerMs, HeightPoll, type ValidatorStakes } from "./height-poll.ts";
import { Pace } from "./pace.ts";
import type { Peers } from "./peers.ts";
import type { PollCounts } from "./poll-counts.ts";
import type { Tip } from "./walks.ts";

/** How often one validator is asked for a new block. The others are asked only if it has one. */
const newsMs = 100;

/**
 * While validators still decide a block, those that have not are asked again after this long, and half as long again each
 * time: they decide within a few rounds, or the news was false.
 */
const undecidedMs = 20;
const undecidedMaxMs = 250;

/** How often the stake confirms the tip of a chain without new blocks. */
const attestTipMs = 30_000;

/** Before its first attestation the tip is polled again after this time, which doubles with each attempt. */
const firstAttestTipMs = 1_000;
const firstAttestTipMaxMs = 10_000;

/** This number of containers behind, a walk backwards is faster than asking for one container at a time. */
const farBehind = 64n;

/** The same where polls are paced, and containers between two of them are fetched backwards anyway. */
const farBehindPaced = 256n;

/** How long a paced poll waits after the news, so that most validators have accepted the block, too. */
const settleMs = 250;

/** An announcement that no other validator confirms is dropped after this time. A validator that sends one, or does not respond in time, is not polled for a while. */
const unconfirmedNewsMs = 2_000;
const distrustMs = 10_000;

/** The time increases for a validator that does so repeatedly. */
const distrustMaxMs = 640_000;

export type TipOptions = {
  readonly form: BlockForm;
  /**
   * How many requests per second polls may take on average. A chain with more blocks than that allows is attested now
   * and then, and the containers between are taken by their hashes. Absent: each block is attested.
   */
  readonly requestsPerSecond?: number;
  readonly peers: Peers;
  readonly polls: PollCounts;
  readonly acceptor: Acceptor;
  /** Stake on the primary network at the last accepted height. */
  readonly stakes: () => ValidatorStakes;
  readonly isSigned: (container: Container) => boolean;
  readonly nowMillis: () => number;
  readonly random: () => number;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  /** Whether those whose agreement is needed in addition to the stake accept a container. */
  readonly vouches?: (id: Id) => Promise<boolean>;
  /** More than two thirds of the stake attested the tip, or a block on it, just now. */
  readonly onAttested: () => void;
  readonly onAccepted: (container: Container) => void;
  readonly onNetworkHeight: (height: bigint) => void;
};

/** A validator whose chain does not end at our tip, and where it ends. */
type News = { readonly bearer: NodeId; readonly acceptedHeight: bigint };

/**
 * Accepts blocks as validators that hold more than two thirds of the stake attest to have accepted them. One
 * validator is asked for news every 100 ms; if it has some, the others are asked until the stake is enough.
 */
export class TipFollowing {
  readonly #options: TipOptions;
  readonly #staleMs: number;
  readonly #distrustedUntilMillis = new Map<BytesKey, number>();
  /** How many times in a row a validator announced a block that no other confirmed. */
  readonly #falseNews = new Map<BytesKey, number>();
  /** Validators that did not respond in time in the last round. */
  readonly #slow = new Set<BytesKey>();
  readonly #pace: Pace | undefined;
  #attestedAtMillis: number;
  #isAttested = false;
  /** The stake attested another container at the height of the tip. */
  #isForked = false;
  #tipAskedAtMillis = Number.NEGATIVE_INFINITY;
  #attestDelayMs = firstAttestTipMs;
  #isRunning = false;

  /** Stake that attested nothing for `staleMs` may have been withdrawn, so that its owner risks nothing by lying. */
  constructor(options: TipOptions, staleMs = 3_600_000) {
    this.#options = options;
    const { nowMillis, requestsPerSecond } = options;
    this.#staleMs = staleMs;
    this.#attestedAtMillis = nowMillis();
    this.#pace =
      requestsPerSecond === undefined ? undefined : new Pace(requestsPerSecond, nowMillis);
  }

  /** Resolves when bootstrapping is due: far behind, on another chain, or nothing attested for too long. Rejects with Disagreement. */
  async run(signal: AbortSignal): Promise<"behind" | "forked" | "stale"> {
    this.#isRunning = true;
    try {
      return await this.#run(signal);
    } finally {
      this.#isRunning = false;
    }
  }

  async #run(signal: AbortSignal): Promise<"behind" | "forked" | "stale"> {
    const { nowMillis, sleep } = this.#options;
    while (nowMillis() - this.#attestedAtMillis < this.#staleMs) {
      signal.throwIfAborted();
      if (this.#isForked) return "forked";
      if (this.#isTipDue()) void this.#attestTip();
      const news = await this.#askForNews();
      const outcome = news === undefined ? "quiet" : await this.#confirm(news, signal);
      if (outcome === "behind") return outcome;
      const delayMs = this.#pace?.delayMs() ?? 0;
      if (delayMs > 0 || outcome === "quiet") await sleep(Math.max(delayMs, newsMs), signal);
    }
    return "stale";
  }

  /** Asks one validator; returns it if its chain does not end at our tip. */
  async #askForNews(): Promise<News | undefined> {
    const { peers, acceptor, random, nowMillis } = this.#options;
    const now = nowMillis();
    const asked = this.#connectedValidators().filter(
      (node) => (this.#distrustedUntilMillis.get(keyOf(node)) ?? 0) <= now,
    );
    const node = asked[Math.floor(random() * asked.length)];
    if (node === undefined) return undefined;
    const tip = acceptor.tip();
    const chits = await this.#inTime(peers.chits(node, tip.id, tip.height + 1n));
    // A validator that is silent or slow must not delay the news of the others.
    if (chits === undefined) this.#distrustedUntilMillis.set(keyOf(node), nowMillis() + distrustMs);
    const isNews =
      chits !== undefined &&
      (chits.acceptedHeight > tip.height || !equalBytes(chits.preferredID, tip.id));
    return isNews ? { bearer: node, acceptedHeight: chits.acceptedHeight } : undefined;
  }

  /** Undefined for an answer that takes too long. */
  async #inTime<T>(answer: Promise<T>): Promise<T | undefined> {
    const over = new AbortController();
    const late = this.#options.sleep(answerMs, over.signal).then(
      () => undefined,
      () => undefined,
    );
    try {
      return await Promise.race([answer, late]);
    } finally {
      over.abort();
    }
  }

  /** Asks the others until the stake attests a block, which is accepted, or the news turns out to be false. */
  async #confirm(news: News, signal: AbortSignal): Promise<"accepted" | "quiet" | "behind"> {
    const { acceptor, nowMillis, sleep } = this.#options;
    const pace = this.#pace;
    if (pace !== undefined) await sleep(settleMs, signal);
    const tip = acceptor.tip();
    const height = this.#pollHeight(tip, news);
    const peers = this.#polledPeers();
    const isPaced = pace !== undefined;
    const poll = new HeightPoll({ ...this.#options, peers, isPaced }, tip, height, this.#slow);
    const since = nowMillis();
    let isConfirmed = false;
    let delayMs = pace === undefined ? undecidedMs : undecidedMaxMs;
    while (nowMillis() - since < unconfirmedNewsMs) {
      signal.throwIfAborted();
      const decided = await poll.round(this.#connectedValidators());
      this.#options.onNetworkHeight(poll.networkHeight());
      const limit = pace === undefined ? farBehind : farBehindPaced;
      if (poll.networkHeight() >= tip.height + limit) return "behind";
      if (decided !== undefined && (await this.#isVouched(decided))) {
        isConfirmed = true;
        const voters = poll.votersFor(decided);
        const run = await attestedRun(
          { ...this.#options, peers },
          { id: decided, height },
          tip,
          voters,
        );
        if (run !== undefined) {
          this.#accept(run);
          if (voters.some((voter) => keyOf(voter) === keyOf(news.bearer))) {
            this.#falseNews.delete(keyOf(news.bearer));
          }
          return "accepted";
        }
      }
      await sleep(delayMs, signal);
      delayMs = Math.min(1.5 * delayMs, undecidedMaxMs);
    }
    if (!isConfirmed) this.#distrust(news.bearer);
    return "quiet";
  }

  /** Right above the tip; where polls are paced, what the validator with the news accepted last. */
  #pollHeight({ height }: Tip, { acceptedHeight }: News): bigint {
    const next = height + 1n;
    if (this.#pace === undefined || acceptedHeight <= next) return next;
    const highest = height + farBehindPaced;
    return acceptedHeight < highest ? acceptedHeight : highest;
  }

  #accept(run: readonly Container[]): void {
    const { acceptor, nowMillis, onAttested, onAccepted } = this.#options;
    const accept = () => {
      for (const container of run) acceptAttested(acceptor, container, "verified");
    };
    if (run.length === 1) accept();
    else acceptor.batch(accept);
    this.#attestedAtMillis = nowMillis();
    this.#isAttested = true;
    onAttested();
    for (const container of run) onAccepted(container);
  }

  async #isVouched(id: Id): Promise<boolean> {
    return (await this.#options.vouches?.(id)) ?? true;
  }

  #distrust(bearer: NodeId): void {
    const times = (this.#falseNews.get(keyOf(bearer)) ?? 0) + 1;
    this.#falseNews.set(keyOf(bearer), times);
    const delayMs = Math.min(distrustMs * 2 ** (times - 1), distrustMaxMs);
    this.#distrustedUntilMillis.set(keyOf(bearer), this.#options.nowMillis() + delayMs);
  }

  /** A block that was just accepted attests the tip too. */
  #isTipDue(): boolean {
    const now = this.#options.nowMillis();
    if (this.#isAttested) {
      return now - Math.max(this.#tipAskedAtMillis, this.#attestedAtMillis) >= attestTipMs;
    }
    return now - this.#tipAskedAtMillis >= this.#attestDelayMs;
  }

  /** While there are no new blocks, validators confirm the tip from time to time. */
  async #attestTip(): Promise<void> {
    const { stakes, nowMillis, polls } = this.#options;
    const current = stakes();
    const connected = this.#connectedValidators();
    const stake = connected.reduce((sum, node) => sum + current.of(node), 0n);
    // Too few could respond: most connections are still being opened.
    if (!this.#isAttested && !isSupermajority(stake, current)) return;
    if (this.#tipAskedAtMillis > 0) {
      this.#attestDelayMs = Math.min(2 * this.#attestDelayMs, firstAttestTipMaxMs);
    }
    this.#tipAskedAtMillis = nowMillis();
    await polls.count(() => this.#pollTip(connected, current));
  }

  /** Returns what the stake attests, if it attests anything. */
  async #pollTip(connected: readonly NodeId[], current: ValidatorStakes): Promise<Id | undefined> {
    const { acceptor, nowMillis, onAttested, onNetworkHeight } = this.#options;
    const peers = this.#polledPeers();
    const tip = acceptor.tip();
    const tally = new AttestationTally(current);
    let isOpen = true;
    await Promise.all(
      connected.map(async (node) => {
        const chits = await peers.chits(node, tip.id, tip.height);
        const id = chits && attestedID(chits, tip.height);
        // Bootstrapping may have begun since: nothing is attested then.
        if (id === undefined || !isOpen || !this.#isRunning) return;
        tally.add(node, id);
        const decided = tally.decided();
        if (decided === undefined) return;
        // A silent validator must not hold up what the others decide.
        isOpen = false;
        if (!equalBytes(decided, tip.id)) {
          this.#isForked = tip.isOpen !== true;
          return;
        }
        if (!(await this.#isVouched(tip.id)) || !this.#isRunning) return;
        this.#attestedAtMillis = nowMillis();
        this.#isAttested = true;
        // If the network is higher, the next news says so.
        onNetworkHeight(tip.height);
        onAttested();
      }),
    );
    return tally.decided();
  }

  #polledPeers(): Peers {
    const { peers } = this.#options;
    return this.#pace?.counted(peers) ?? peers;
  }

  #connectedValidators(): readonly NodeId[] {
    const { peers, stakes } = this.#options;
    const connected = new Set(peers.connected().map(keyOf));
    return stakes().nodes.filter((node) => connected.has(keyOf(node)));
  }
}
