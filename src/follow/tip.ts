import { type BytesKey, equalBytes, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import { type Acceptor, acceptAttested } from "./acceptor.ts";
import { AttestationTally, attestedID, isSupermajority } from "./attestation.ts";
import { shuffled } from "./beacons.ts";
import { type Container, ContainerError, readContainerWithID } from "./container.ts";
import { answerMs, HeightPoll, type ValidatorStakes } from "./height-poll.ts";
import type { Peers } from "./peers.ts";
import type { PollCounts } from "./poll-counts.ts";

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

/** An announcement that no other validator confirms is dropped after this time. A validator that sends one, or does not respond in time, is not polled for a while. */
const unconfirmedNewsMs = 2_000;
const distrustMs = 10_000;

/** The time increases for a validator that does so repeatedly. */
const distrustMaxMs = 640_000;

export type TipOptions = {
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
  #attestedAtMillis: number;
  #isAttested = false;
  #tipAskedAtMillis = Number.NEGATIVE_INFINITY;
  #attestDelayMs = firstAttestTipMs;
  #isRunning = false;

  /** Stake that attested nothing for `staleMs` may have been withdrawn, so that its owner risks nothing by lying. */
  constructor(options: TipOptions, staleMs = 3_600_000) {
    this.#options = options;
    this.#staleMs = staleMs;
    this.#attestedAtMillis = options.nowMillis();
  }

  /** Resolves when bootstrapping is due: far behind, or nothing attested for too long. Rejects with Disagreement. */
  async run(signal: AbortSignal): Promise<"behind" | "stale"> {
    this.#isRunning = true;
    try {
      return await this.#run(signal);
    } finally {
      this.#isRunning = false;
    }
  }

  async #run(signal: AbortSignal): Promise<"behind" | "stale"> {
    const { nowMillis, sleep } = this.#options;
    while (nowMillis() - this.#attestedAtMillis < this.#staleMs) {
      signal.throwIfAborted();
      if (this.#isTipDue()) void this.#attestTip();
      const bearer = await this.#askForNews();
      const outcome = bearer === undefined ? "quiet" : await this.#confirm(bearer, signal);
      if (outcome === "behind") return outcome;
      if (outcome === "quiet") await sleep(newsMs, signal);
    }
    return "stale";
  }

  /** Asks one validator; returns it if its chain does not end at our tip. */
  async #askForNews(): Promise<NodeId | undefined> {
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
    return isNews ? node : undefined;
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
  async #confirm(bearer: NodeId, signal: AbortSignal): Promise<"accepted" | "quiet" | "behind"> {
    const { acceptor, nowMillis, sleep, onAttested } = this.#options;
    const tip = acceptor.tip();
    const poll = new HeightPoll(this.#options, tip, this.#slow);
    const since = nowMillis();
    let delayMs = undecidedMs;
    while (nowMillis() - since < unconfirmedNewsMs) {
      signal.throwIfAborted();
      const decided = await poll.round(this.#connectedValidators());
      this.#options.onNetworkHeight(poll.networkHeight());
      if (poll.isFarBehind()) return "behind";
      if (decided !== undefined && (await this.#isVouched(decided))) {
        const container = await this.#fetch(decided, poll.votersFor(decided));
        if (container !== undefined && container.height === tip.height + 1n) {
          acceptAttested(acceptor, container, "verified");
          if (poll.votersFor(decided).some((voter) => keyOf(voter) === keyOf(bearer))) {
            this.#falseNews.delete(keyOf(bearer));
          }
          this.#attestedAtMillis = nowMillis();
          this.#isAttested = true;
          onAttested();
          this.#options.onAccepted(container);
          return "accepted";
        }
      }
      await sleep(delayMs, signal);
      delayMs = Math.min(1.5 * delayMs, undecidedMaxMs);
    }
    this.#distrust(bearer);
    return "quiet";
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

  /** Any of the voters can send the container; a liar among them costs one more request. */
  async #fetch(id: Id, voters: readonly NodeId[]): Promise<Container | undefined> {
    const { peers, random, isSigned } = this.#options;
    for (const voter of shuffled(voters, random)) {
      const bytes = await peers.container(voter, id);
      const container = bytes && readOrUndefined(bytes, id);
      if (container !== undefined && isSigned(container)) return container;
    }
    return undefined;
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
    const { peers, acceptor, nowMillis, onAttested } = this.#options;
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
        if (!equalBytes(decided, tip.id)) return;
        if (!(await this.#isVouched(tip.id)) || !this.#isRunning) return;
        this.#attestedAtMillis = nowMillis();
        this.#isAttested = true;
        onAttested();
      }),
    );
    return tally.decided();
  }

  #connectedValidators(): readonly NodeId[] {
    const { peers, stakes } = this.#options;
    const connected = new Set(peers.connected().map(keyOf));
    return stakes().nodes.filter((node) => connected.has(keyOf(node)));
  }
}

function readOrUndefined(bytes: Uint8Array, id: Id): Container | undefined {
  try {
    return readContainerWithID(bytes, id);
  } catch (error) {
    if (error instanceof ContainerError) return undefined;
    throw error;
  }
}
