import type { Chain } from "../chain/chain.ts";
import { type BytesKey, keyOf, type NodeId } from "../formats/bytes.ts";
import { sample } from "../p2p/environment.ts";
import { Rejection } from "../pchain/rejection.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { ChainStore } from "../store/chain-store.ts";
import type { ValidatorStakes } from "./height-poll.ts";

/** The first push goes to the heaviest validators that hold this share of the stake, in percent, and to some others. */
const firstPushPercent = 90n;
const firstPushOthers = 20;

/** AvalancheGo's validators also pull transactions from each other, so later pushes need few targets. */
const laterPushTargets = 20;
const pushAgainMs = 5_000;

/** Maximum bytes in one round; the next round sends the rest. A longer transaction goes alone. */
const roundBytesMax = 64 * 1024;

/** Fees and gas capacity vary, so a transaction is dropped only after it has been invalid for this long. */
const invalidMs = 60_000;

export type OutboxOptions = {
  readonly store: ChainStore;
  readonly chain: Chain;
  readonly stakes: () => ValidatorStakes;
  /** Nodes that are connected now. */
  readonly connected: () => readonly NodeId[];
  readonly push: (txs: readonly Uint8Array[], to: readonly NodeId[]) => number;
  readonly nowMillis: () => number;
  readonly random: () => number;
};

type Entry = {
  readonly tx: Tx;
  pushedAtMillis: number | undefined;
  invalidSinceMillis: number | undefined;
};

/**
 * Pushes the transactions that were issued to this node to the network until they are accepted or can no longer be
 * accepted. They wait in the chain's mempool, which limits them, and in the store, so that a restart does not lose
 * any.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #entries = new Map<BytesKey, Entry>();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Adds the waiting transactions of an earlier process to the mempool again. */
  restore(): void {
    const { store, chain } = this.#options;
    for (const tx of store.submittedTxs.all()) {
      try {
        if (store.txs.byID(tx.id) === undefined) {
          if (!chain.mempool.has(tx.id)) chain.mempool.add(tx);
          this.#entries.set(keyOf(tx.id), newEntry(tx));
          continue;
        }
      } catch (error) {
        if (!(error instanceof Rejection)) throw error;
      }
      store.submittedTxs.delete(tx.id);
    }
  }

  /** Takes a transaction that is in the mempool, and pushes it immediately. */
  submit(tx: Tx): void {
    if (this.#entries.has(keyOf(tx.id))) return;
    this.#options.store.submittedTxs.put(tx);
    const entry = newEntry(tx);
    this.#entries.set(keyOf(tx.id), entry);
    this.#push([entry]);
  }

  get size(): number {
    return this.#entries.size;
  }

  /**
   * Pushes transactions that are due, and forgets those that were accepted or can no longer be accepted. Call it
   * about once a second.
   */
  round(): void {
    const due: Entry[] = [];
    let bytes = 0;
    for (const entry of this.#entries.values()) {
      if (!this.#isAlive(entry)) {
        this.#forget(entry);
        continue;
      }
      if (!this.#isDue(entry)) continue;
      bytes += entry.tx.bytes.length;
      if (due.length === 0 || bytes <= roundBytesMax) due.push(entry);
    }
    this.#push(due.filter((entry) => this.#isValid(entry)));
  }

  /** A transaction leaves the mempool when a block accepts it or one that conflicts with it, or when it is dropped. */
  #isAlive({ tx }: Entry): boolean {
    return this.#options.chain.mempool.has(tx.id);
  }

  #isDue({ pushedAtMillis }: Entry): boolean {
    return (
      pushedAtMillis === undefined || this.#options.nowMillis() - pushedAtMillis >= pushAgainMs
    );
  }

  #isValid(entry: Entry): boolean {
    const { chain, nowMillis } = this.#options;
    const refusal = chain.refusalOf(entry.tx);
    if (refusal === undefined) {
      entry.invalidSinceMillis = undefined;
      return true;
    }
    entry.invalidSinceMillis ??= nowMillis();
    if (nowMillis() - entry.invalidSinceMillis >= invalidMs) {
      chain.drop(entry.tx, refusal);
      this.#forget(entry);
    }
    return false;
  }

  #push(entries: readonly Entry[]): void {
    const { push, nowMillis } = this.#options;
    const groups = [
      {
        entries: entries.filter((entry) => entry.pushedAtMillis === undefined),
        targets: this.#firstTargets,
      },
      {
        entries: entries.filter((entry) => entry.pushedAtMillis !== undefined),
        targets: this.#laterTargets,
      },
    ];
    for (const { entries: group, targets } of groups) {
      if (group.length === 0) continue;
      const sent = push(
        group.map(({ tx }) => tx.bytes),
        targets.call(this),
      );
      if (sent === 0) continue;
      for (const entry of group) entry.pushedAtMillis = nowMillis();
    }
  }

  #firstTargets(): readonly NodeId[] {
    const { stakes, random } = this.#options;
    const { total, of } = stakes();
    const validators = this.#connectedValidators();
    let stake = 0n;
    const end = validators.findIndex((node) => {
      stake += of(node);
      return stake * 100n >= total * firstPushPercent;
    });
    const count = end === -1 ? validators.length : end + 1;
    return [
      ...validators.slice(0, count),
      ...sample(validators.slice(count), firstPushOthers, random),
    ];
  }

  #laterTargets(): readonly NodeId[] {
    return sample(this.#connectedValidators(), laterPushTargets, this.#options.random);
  }

  /** The heaviest first. */
  #connectedValidators(): readonly NodeId[] {
    const { stakes, connected } = this.#options;
    const present = new Set(connected().map(keyOf));
    return stakes().nodes.filter((node) => present.has(keyOf(node)));
  }

  #forget({ tx }: Entry): void {
    this.#entries.delete(keyOf(tx.id));
    this.#options.store.submittedTxs.delete(tx.id);
  }
}

function newEntry(tx: Tx): Entry {
  return { tx, pushedAtMillis: undefined, invalidSinceMillis: undefined };
}
