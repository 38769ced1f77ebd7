import type { DevMoves } from "../../handlers/context.ts";
import { ServedData } from "../../rpc/json-rpc/served-data.ts";
import type { Blocks } from "../../store/blocks.ts";
import type { StoreCondition } from "../../store/store-condition.ts";
import type { NodeClock } from "../clock.ts";
import type { ModeState } from "../mode/mode-state.ts";
import type { SharedMemorySince } from "./shared-memory-since.ts";

/** How long a client waits for a height that the node has not reached. */
const waitMs = 5_000;
const lookMs = 10;

/** What routes need that answer while the chain is not ready, but not from a damaged store. */
export const needsStore = "store";

/** The header of a response with the height of its data, and that of a request for at least a height. */
export const heightHeaders = { header: "Couloir-Height", minimumHeader: "couloir-min-height" };

/** One list for all responses: the headers are made again when it changes. */
export const noRemarks: readonly string[] = [];

/** The chain that the node keeps. */
export class ServedChain extends ServedData {
  readonly #store: { readonly blocks: Blocks; readonly condition: StoreCondition };
  readonly #clock: NodeClock;
  readonly #moves: DevMoves;
  readonly #state: ModeState;
  readonly #since: SharedMemorySince | undefined;

  constructor(
    store: { readonly blocks: Blocks; readonly condition: StoreCondition },
    clock: NodeClock,
    moves: DevMoves,
    state: ModeState,
    since: SharedMemorySince | undefined,
  ) {
    super();
    this.#since = since;
    this.#store = store;
    this.#clock = clock;
    this.#moves = moves;
    this.#state = state;
  }

  override version(): bigint {
    return this.position() + this.#moves.changes + this.#state.storedCommits;
  }

  override generation(): number {
    return this.#moves.generation;
  }

  override nowSeconds(): bigint {
    return this.#clock.nowSeconds();
  }

  override unready(needs: string): string | undefined {
    return unreadyText(this.#store.condition, needs, this.#state);
  }

  override position(): bigint {
    return this.#store.blocks.lastAccepted().height;
  }

  override remarks(): readonly string[] {
    return this.#since?.headers() ?? noRemarks;
  }

  override reached(minimum: bigint): boolean | Promise<boolean> {
    return reachedSoon(this, minimum);
  }
}

export function unreadyText(
  { damage }: StoreCondition,
  needs: string,
  state: { readonly answersCalls: boolean },
): string | undefined {
  if (damage !== undefined) return "API call rejected because the store is damaged\n";
  if (needs === needsStore || state.answersCalls) return undefined;
  return "API call rejected because chain is not done bootstrapping\n";
}

/** Read your own writes through a load balancer. */
export function reachedSoon(
  chain: { position(): bigint },
  minimum: bigint,
): boolean | Promise<boolean> {
  return chain.position() >= minimum || reachedWithin(chain, minimum);
}

async function reachedWithin(chain: { position(): bigint }, minimum: bigint): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  while (performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    if (chain.position() >= minimum) return true;
  }
  return false;
}
