import { type BytesKey, bytesOfKey, type Id, keyOf, type NodeId } from "../formats/bytes.ts";
import { AttestationTally, attestedID, type Stakes } from "./attestation.ts";
import type { Peers } from "./peers.ts";
import type { PollCounts } from "./poll-counts.ts";
import type { Tip } from "./walks.ts";

/** A validator that does not answer a round is left out of it after this long. */
export const answerMs = 500;

/** The heaviest validators that hold this share of the stake, in percent, are asked before the others. */
const firstAskedPercent = 75n;

/** The same where requests are scarce: each round asks so many that this share could agree, and no others. */
const pacedPercent = 70n;

/** After this number of answers without a vote, validators that were not asked come first: one that never votes must not take their place. */
const undecidedMax = 2;

export type ValidatorStakes = Stakes & {
  /** By stake, the heaviest first. */
  readonly nodes: readonly NodeId[];
};

export type HeightPollOptions = {
  readonly peers: Peers;
  readonly polls: PollCounts;
  /** Stake on the primary network at the last accepted height. */
  readonly stakes: () => ValidatorStakes;
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly isPaced?: boolean;
};

/** Asks validators which container they accepted at a height above a tip. Those that have responded are not asked again. */
export class HeightPoll {
  readonly #options: HeightPollOptions;
  readonly #tip: Tip;
  readonly #height: bigint;
  readonly #stakes: ValidatorStakes;
  readonly #tally: AttestationTally;
  readonly #voted = new Set<BytesKey>();
  readonly #asked = new Set<BytesKey>();
  readonly #acceptedHeights = new Map<BytesKey, bigint>();
  /** How often a validator answered without a vote. */
  readonly #undecided = new Map<BytesKey, number>();
  readonly #slow: Set<BytesKey>;

  constructor(options: HeightPollOptions, tip: Tip, height: bigint, slow: Set<BytesKey>) {
    this.#options = options;
    this.#slow = slow;
    this.#tip = tip;
    this.#height = height;
    this.#stakes = options.stakes();
    this.#tally = new AttestationTally(this.#stakes);
  }

  votersFor(id: Id): readonly NodeId[] {
    return this.#tally.votersFor(id);
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
  round(connected: readonly NodeId[]): Promise<Id | undefined> {
    return this.#options.polls.count(() => this.#round(connected));
  }

  async #round(connected: readonly NodeId[]): Promise<Id | undefined> {
    const turnOf = (node: NodeId) =>
      Math.floor((this.#undecided.get(keyOf(node)) ?? 0) / undecidedMax);
    const open = connected
      .filter((node) => !this.#voted.has(keyOf(node)))
      .sort((a, b) => turnOf(a) - turnOf(b));
    const isSlow = (node: NodeId) => this.#slow.has(keyOf(node));
    const prompt = open.filter((node) => !isSlow(node));
    const { first, rest } = this.#split([...prompt, ...open.filter(isSlow)]);
    const decided = await this.#ask(first);
    if (decided !== undefined || rest.length === 0 || this.#options.isPaced === true)
      return decided;
    return this.#ask(rest);
  }

  #split(nodes: readonly NodeId[]): { first: readonly NodeId[]; rest: readonly NodeId[] } {
    let stake = this.#tally.leading();
    const percent = this.#options.isPaced === true ? pacedPercent : firstAskedPercent;
    const needed = (this.#stakes.total * percent) / 100n;
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
    const height = this.#height;
    const chits = await this.#options.peers.chits(node, this.#tip.id, height);
    this.#asked.delete(key);
    if (chits === undefined) return;
    this.#slow.delete(key);
    this.#acceptedHeights.set(key, chits.acceptedHeight);
    const id = attestedID(chits, height);
    if (id === undefined) {
      this.#undecided.set(key, (this.#undecided.get(key) ?? 0) + 1);
      return;
    }
    this.#voted.add(key);
    this.#tally.add(node, id);
  }
}
