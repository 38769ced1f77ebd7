import type { Chain, PendingStatus } from "../chain/chain.ts";
import { type BytesKey, type Id, keyOf } from "../formats/bytes.ts";
import { Rejection } from "../pchain/rejection.ts";
import type { Tx } from "../pchain/txs/tx.ts";
import type { ChainStore } from "../store/chain-store.ts";
import { UpstreamRefusal } from "./json-rpc-post.ts";
import type { Upstream } from "./upstream.ts";

export type ForwardingOptions = {
  readonly upstreams: readonly Upstream[];
  readonly chain: Chain;
  readonly store: ChainStore;
  readonly isBootstrapped: () => boolean;
  readonly nowMillis: () => number;
  readonly onPending: (txID: Id, status: PendingStatus) => void;
};

/** The network's mempools may lose a transaction, so it is forwarded again. */
const repeatMs = 10_000;
/** Fees vary, and an upstream may be ahead, so a transaction is dropped only after it has been rejected for this long. */
const refusedMs = 60_000;

type Entry = {
  readonly tx: Tx;
  offeredAtMillis: number;
  refusedSinceMillis: number | undefined;
};

type Outcome = { readonly kind: "accepted" | "unknown" } | Refused;
type Refused = { readonly kind: "refused"; readonly reason: string };

/**
 * Forwards the transactions that were issued to this node to upstreams until a block accepts them. They wait in the
 * chain's mempool, which limits them, and in the store, so that a restart does not lose any.
 */
export class Forwarding {
  readonly #options: ForwardingOptions;
  readonly #entries = new Map<BytesKey, Entry>();

  constructor(options: ForwardingOptions) {
    this.#options = options;
  }

  /** Loads the transactions that an earlier process left. */
  restore(): void {
    const { store, chain } = this.#options;
    for (const tx of store.submittedTxs.all()) {
      const isAccepted = store.txs.byID(tx.id) !== undefined;
      const refusal = isAccepted || chain.mempool.has(tx.id) ? undefined : this.#putInMempool(tx);
      if (isAccepted || refusal !== undefined) store.submittedTxs.delete(tx.id);
      else this.#entries.set(keyOf(tx.id), newEntry(tx));
    }
  }

  /**
   * Verifies a transaction and hands it to the first upstream that accepts it. An ImportTx spends outputs that only
   * other chains know, so only the upstreams verify it. Resolves to the reason if this node or every upstream
   * refuses.
   */
  async issue(tx: Tx, signal: AbortSignal): Promise<string | undefined> {
    const { chain, store, isBootstrapped } = this.#options;
    if (this.#entries.has(keyOf(tx.id))) return undefined;
    if (!isBootstrapped()) return "failed verification: chain not synced";
    const isImport = tx.unsigned.kind === "ImportTx";
    const refusal = isImport ? this.#putInMempool(tx) : chain.issue(tx);
    if (refusal !== undefined) return refusal;
    const entry = newEntry(tx);
    this.#entries.set(keyOf(tx.id), entry);
    store.submittedTxs.put(tx);
    const outcome = await this.#offer(entry, signal);
    if (outcome.kind !== "refused") return undefined;
    this.#drop(entry, outcome.reason);
    return outcome.reason;
  }

  /** Takes a transaction that the chain has verified. Its status shows what happens to it. */
  submit(tx: Tx): void {
    if (this.#entries.has(keyOf(tx.id))) return;
    this.#options.store.submittedTxs.put(tx);
    this.#entries.set(keyOf(tx.id), newEntry(tx));
  }

  /**
   * Forwards transactions that are due again, and forgets those that were accepted or can no longer be accepted. Call
   * it about once a second.
   */
  async round(signal: AbortSignal): Promise<void> {
    const { isBootstrapped, nowMillis } = this.#options;
    if (!isBootstrapped()) return;
    for (const entry of [...this.#entries.values()]) {
      if (!this.#isWaiting(entry)) continue;
      if (nowMillis() - entry.offeredAtMillis < repeatMs) continue;
      const outcome = await this.#offer(entry, signal);
      if (outcome.kind !== "refused") {
        if (outcome.kind === "accepted") entry.refusedSinceMillis = undefined;
        continue;
      }
      entry.refusedSinceMillis ??= nowMillis();
      if (nowMillis() - entry.refusedSinceMillis < refusedMs || !this.#isWaiting(entry)) continue;
      this.#drop(entry, outcome.reason);
    }
  }

  /** A transaction leaves the mempool when a block accepts it or one that conflicts with it, or when it is dropped. */
  #isWaiting({ tx }: Entry): boolean {
    const isWaiting = this.#options.chain.mempool.has(tx.id);
    if (!isWaiting) this.#forget(tx.id);
    return isWaiting;
  }

  #putInMempool(tx: Tx): string | undefined {
    const { chain, onPending } = this.#options;
    try {
      if (chain.mempool.has(tx.id)) return undefined;
      chain.mempool.add(tx);
      onPending(tx.id, { kind: "Processing" });
      return undefined;
    } catch (error) {
      if (error instanceof Rejection) return error.message;
      throw error;
    }
  }

  /** Refused only if every upstream refuses. */
  async #offer(entry: Entry, signal: AbortSignal): Promise<Outcome> {
    const { upstreams, nowMillis } = this.#options;
    entry.offeredAtMillis = nowMillis();
    const refusals: Refused[] = [];
    for (const upstream of upstreams) {
      const outcome = await upstream.attempt(signal, async (client): Promise<Outcome> => {
        try {
          await client.issueTx(entry.tx.bytes, signal);
          return { kind: "accepted" };
        } catch (error) {
          if (error instanceof UpstreamRefusal) return refusalOf(error.message);
          throw error;
        }
      });
      if (outcome?.kind === "accepted") return outcome;
      if (outcome?.kind === "refused") refusals.push(outcome);
    }
    const [first] = refusals;
    return first !== undefined && refusals.length === upstreams.length
      ? first
      : { kind: "unknown" };
  }

  #drop({ tx }: Entry, reason: string): void {
    this.#forget(tx.id);
    this.#options.chain.drop(tx, reason);
  }

  #forget(txID: Id): void {
    this.#entries.delete(keyOf(txID));
    this.#options.store.submittedTxs.delete(txID);
  }
}

function newEntry(tx: Tx): Entry {
  return { tx, offeredAtMillis: Number.NEGATIVE_INFINITY, refusedSinceMillis: undefined };
}

/** `platform.issueTx` of this node adds the prefix again. */
function refusalOf(message: string): Outcome {
  const reason = message.replace(/^couldn't issue tx: /, "");
  // The upstream already has it, from another node or from an earlier attempt.
  return /duplicate tx/.test(reason) ? { kind: "accepted" } : { kind: "refused", reason };
}
