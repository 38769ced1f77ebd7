import {
  type BytesKey,
  bytesOfKey,
  equalBytes,
  type Id,
  keyOf,
  type NodeId,
} from "../formats/bytes.ts";
import { type Acceptor, acceptAttested } from "./acceptor.ts";
import { AttestationTally, attestedID, type Stakes } from "./attestation.ts";
import { shuffled } from "./beacons.ts";
import { type Container, ContainerError, readContainerWithID } from "./container.ts";
import type { Peers } from "./peers.ts";
import type { Tip } from "./walks.ts";

/** One validator is asked for news this often; the others only if there are any. */
const newsMs = 100;

/** While validators still decide a block, those that have not are asked again after this long. */
const undecidedMs = 20;

/** A validator that does not answer a round is left out of it after this long. */
const answerMs = 500;

/** On a chain without news the stake attests the tip this often. */
const attestTipMs = 10_000;

/** News that nobody else confirms is given up after this long. A validator that brings such news, or none in time, is not asked again for a while. */
const unconfirmedNewsMs = 2_000;
const distrustMs = 10_000;

/** So many containers behind, a walk backwards is faster than asking for one container at a time. */
const farBehind = 64n;

/** The heaviest validators that hold this share of the stake, in percent, are asked before the others. */
const firstAskedPercent = 75n;

export type ValidatorStakes = Stakes & {
  /** By stake, the heaviest first. */
  readonly nodes: readonly NodeId[];
};

export type TipOptions = {
  readonly peers: Peers;
  readonly acceptor: Acceptor;
  /** Stake on the primary network at the last accepted height. */
  readonly stakes: () => ValidatorStakes;
  readonly isSigned: (container: Container) => boolean;
  readonly nowMillis: () => number;
  readonly random: () => number;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
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
  /** Validators that let the last round of questions wait. */
  readonly #slow = new Set<BytesKey>();
  #attestedAtMillis: number;
  #tipAskedAtMillis = Number.NEGATIVE_INFINITY;

  /** Stake that attested nothing for `staleMs` may have left, so that it risks nothing by lying. */
  constructor(options: TipOptions, staleMs = 3_600_000) {
    this.#options = options;
    this.#staleMs = staleMs;
    this.#attestedAtMillis = options.nowMillis();
  }

  /** Resolves when bootstrapping is due: far behind, or nothing attested for too long. Rejects with Disagreement. */
  async run(signal: AbortSignal): Promise<"behind" | "stale"> {
    const { nowMillis, sleep } = this.#options;
    while (nowMillis() - this.#attestedAtMillis < this.#staleMs) {
      signal.throwIfAborted();
      if (nowMillis() - this.#tipAskedAtMillis >= attestTipMs) void this.#attestTip();
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
    while (nowMillis() - since < unconfirmedNewsMs) {
      signal.throwIfAborted();
      const decided = await poll.round(this.#connectedValidators());
      this.#options.onNetworkHeight(poll.networkHeight());
      if (poll.isFarBehind()) return "behind";
      if (decided !== undefined) {
        const container = await this.#fetch(decided, poll.votersFor(decided));
        if (container !== undefined && container.height === tip.height + 1n) {
          acceptAttested(acceptor, container, "verified");
          this.#attestedAtMillis = nowMillis();
          onAttested();
          this.#options.onAccepted(container);
          return "accepted";
        }
      }
      await sleep(undecidedMs, signal);
    }
    this.#distrustedUntilMillis.set(keyOf(bearer), nowMillis() + distrustMs);
    return "quiet";
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

  /** A chain without new blocks is still the chain: the stake says so from time to time. */
  async #attestTip(): Promise<void> {
    const { peers, acceptor, stakes, nowMillis, onAttested } = this.#options;
    this.#tipAskedAtMillis = nowMillis();
    const tip = acceptor.tip();
    const tally = new AttestationTally(stakes());
    await Promise.all(
      this.#connectedValidators().map(async (node) => {
        const chits = await peers.chits(node, tip.id, tip.height);
        const id = chits && attestedID(chits, tip.height);
        if (id !== undefined) tally.add(node, id);
      }),
    );
    const decided = tally.decided();
    if (decided === undefined || !equalBytes(decided, tip.id)) return;
    this.#attestedAtMillis = nowMillis();
    onAttested();
  }

  #connectedValidators(): readonly NodeId[] {
    const { peers, stakes } = this.#options;
    const connected = new Set(peers.connected().map(keyOf));
    return stakes().nodes.filter((node) => connected.has(keyOf(node)));
  }
}

/** Asks validators which container they accepted right above a tip. Those that said so are not asked again. */
class HeightPoll {
  readonly #options: TipOptions;
  readonly #tip: Tip;
  readonly #stakes: ValidatorStakes;
  readonly #tally: AttestationTally;
  readonly #voted = new Set<BytesKey>();
  readonly #asked = new Set<BytesKey>();
  readonly #acceptedHeights = new Map<BytesKey, bigint>();
  readonly #slow: Set<BytesKey>;

  constructor(options: TipOptions, tip: Tip, slow: Set<BytesKey>) {
    this.#options = options;
    this.#slow = slow;
    this.#tip = tip;
    this.#stakes = options.stakes();
    this.#tally = new AttestationTally(this.#stakes);
  }

  votersFor(id: Id): readonly NodeId[] {
    return this.#tally.votersFor(id);
  }

  isFarBehind(): boolean {
    return this.networkHeight() >= this.#tip.height + farBehind;
  }

  /** The height that more than a third of the stake claims to have reached, so that an honest validator has. */
  networkHeight(): bigint {
    const claims = [...this.#acceptedHeights].sort(([, a], [, b]) => (a > b ? -1 : 1));
    let stake = 0n;
    for (const [node, height] of claims) {
      stake += this.#stakes.of(bytesOfKey(node));
      if (stake * 3n > this.#stakes.total) return height;
    }
    return this.#tip.height;
  }

  /** Returns the container that the stake attests as soon as the answers suffice. */
  async round(connected: readonly NodeId[]): Promise<Id | undefined> {
    const open = connected.filter((node) => !this.#voted.has(keyOf(node)));
    const isSlow = (node: NodeId) => this.#slow.has(keyOf(node));
    const prompt = open.filter((node) => !isSlow(node));
    const { first, rest } = this.#split([...prompt, ...open.filter(isSlow)]);
    return (await this.#ask(first)) ?? (rest.length === 0 ? undefined : this.#ask(rest));
  }

  #split(nodes: readonly NodeId[]): { first: readonly NodeId[]; rest: readonly NodeId[] } {
    let stake = this.#stakes.nodes.reduce(
      (sum, node) => (this.#voted.has(keyOf(node)) ? sum + this.#stakes.of(node) : sum),
      0n,
    );
    const needed = (this.#stakes.total * firstAskedPercent) / 100n;
    const count = nodes.findIndex((node) => {
      if (stake > needed) return true;
      stake += this.#stakes.of(node);
      return false;
    });
    if (count === -1) return { first: nodes, rest: [] };
    return { first: nodes.slice(0, count), rest: nodes.slice(count) };
  }

  async #ask(nodes: readonly NodeId[]): Promise<Id | undefined> {
    const { sleep } = this.#options;
    const over = new AbortController();
    try {
      return await new Promise<Id | undefined>((resolve) => {
        const answers = nodes.map(async (node) => {
          await this.#askOne(node);
          const decided = this.#tally.decided();
          if (decided !== undefined) resolve(decided);
        });
        void Promise.all(answers).then(() => resolve(undefined));
        sleep(answerMs, over.signal).then(
          () => {
            for (const node of nodes) {
              if (this.#asked.has(keyOf(node))) this.#slow.add(keyOf(node));
            }
            resolve(undefined);
          },
          () => {},
        );
      });
    } finally {
      over.abort();
    }
  }

  async #askOne(node: NodeId): Promise<void> {
    const key = keyOf(node);
    // One question at a time: a slow validator is not flooded.
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    const height = this.#tip.height + 1n;
    const chits = await this.#options.peers.chits(node, this.#tip.id, height);
    this.#asked.delete(key);
    if (chits === undefined) return;
    this.#slow.delete(key);
    this.#acceptedHeights.set(key, chits.acceptedHeight);
    const id = attestedID(chits, height);
    if (id === undefined) return;
    this.#voted.add(key);
    this.#tally.add(node, id);
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
