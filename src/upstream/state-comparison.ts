import type { Id } from "../formats/bytes.ts";
import { formatNodeId } from "../formats/node-id.ts";
import { primaryNetworkID } from "../networks/chains.ts";
import { Rejection } from "../pchain/rejection.ts";
import { majorityOf } from "./majority.ts";
import type { Upstream } from "./upstream.ts";

/** The state of this node that upstreams show too. Blocks do not contain it, so only a comparison finds a difference. */
export type ComparedState = {
  readonly height: () => bigint;
  readonly supply: (subnetID: Id) => bigint | undefined;
  readonly validatorsAt: (
    subnetID: Id,
    height: bigint,
  ) => readonly { readonly nodeID: Uint8Array; readonly weight: bigint }[];
};

export type StateComparisonOptions = {
  readonly upstreams: readonly Upstream[];
  readonly state: ComparedState;
  readonly nowMillis: () => number;
  /** Between comparisons that found no difference. Default: ten minutes. */
  readonly intervalMs?: number;
};

const intervalMsDefault = 600_000;
/** After a difference the next comparison is due soon. */
const repeatMs = 5_000;
/** This many differences in a row with a majority of the upstreams are not a coincidence. */
const persistentCount = 3;

/** Compares the supply and the validators with those of the upstreams from time to time. */
export class StateComparison {
  readonly #options: StateComparisonOptions;
  /** By upstream: how often it differed in a row, and how. */
  readonly #differences = new Map<Upstream, { readonly count: number; readonly what: string }>();
  #dueAtMillis = 0;
  #isRunning = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: StateComparisonOptions) {
    this.#options = options;
  }

  /** Begins a comparison at the tip if one is due. */
  request(height: bigint, signal: AbortSignal): void {
    if (this.#isRunning || this.#options.nowMillis() < this.#dueAtMillis) return;
    this.#isRunning = true;
    this.#compareAll(height, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) this.#failure = { error };
      })
      .finally(() => {
        this.#isRunning = false;
      });
  }

  /** How a majority of the upstreams persistently differs. Throws an error of ours. */
  difference(): Rejection | undefined {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure.error;
    const persistent = [...this.#differences.values()].filter(
      ({ count }) => count >= persistentCount,
    );
    const first = persistent[0];
    const isMajority = persistent.length >= majorityOf(this.#options.upstreams.length);
    return isMajority && first !== undefined ? new Rejection(first.what) : undefined;
  }

  async #compareAll(height: bigint, signal: AbortSignal): Promise<void> {
    const { upstreams, nowMillis, intervalMs = intervalMsDefault } = this.#options;
    await Promise.all(upstreams.map((upstream) => this.#compare(upstream, height, signal)));
    const delayMs = this.#differences.size > 0 ? repeatMs : intervalMs;
    this.#dueAtMillis = nowMillis() + delayMs;
  }

  async #compare(upstream: Upstream, height: bigint, signal: AbortSignal): Promise<void> {
    const what =
      (await this.#supplyDifference(upstream, signal)) ??
      (await this.#validatorsDifference(upstream, height, signal));
    if (what === undefined) return;
    if (what === "equal") {
      this.#differences.delete(upstream);
      return;
    }
    const count = (this.#differences.get(upstream)?.count ?? 0) + 1;
    this.#differences.set(upstream, { count, what });
    if (count >= persistentCount) upstream.disagrees(`has another state: ${what}`);
  }

  /** Undefined if there is none, or if the upstream is at another height. */
  async #supplyDifference(upstream: Upstream, signal: AbortSignal): Promise<string | undefined> {
    const { state } = this.#options;
    const theirs = await upstream.ask(signal, (client) =>
      client.currentSupply(primaryNetworkID, signal),
    );
    const supply = state.supply(primaryNetworkID);
    if (theirs?.height === undefined || theirs.height !== state.height()) return undefined;
    if (supply === theirs.supply) return undefined;
    return `the supply is ${supply} nAVAX here and ${theirs.supply} at ${upstream.client.name}`;
  }

  /** Undefined if the upstream does not say. */
  async #validatorsDifference(
    upstream: Upstream,
    height: bigint,
    signal: AbortSignal,
  ): Promise<string | "equal" | undefined> {
    const theirs = await upstream.ask(signal, (client) =>
      client.validatorsAt(height, primaryNetworkID, signal),
    );
    if (theirs === undefined) return undefined;
    const ours = this.#options.state.validatorsAt(primaryNetworkID, height);
    const other = ours.find(({ nodeID, weight }) => theirs.get(formatNodeId(nodeID)) !== weight);
    if (other === undefined && ours.length === theirs.size) return "equal";
    const node = other === undefined ? "" : `, for instance of ${formatNodeId(other.nodeID)}`;
    return `the validators at height ${height} are not those of ${upstream.client.name}${node}`;
  }
}
