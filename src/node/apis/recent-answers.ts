import { BoundedCache } from "../../cache/bounded-cache.ts";
import type { Answers } from "../../data-api/data-api.ts";
import type { DataContext } from "../../data-api/operation.ts";
import type { ServedData } from "../../rpc/json-rpc/served-data.ts";

/** Characters of answers and keys that are kept. */
const charactersMax = 8_000_000;

type Moment = Pick<ServedData, "generation" | "version" | "nowSeconds">;

/** `second` is present if the answer depends on more than accepted blocks. */
type Kept = { readonly body: string; readonly second: number | bigint | undefined };

/** Whether a part of the context changes only with accepted blocks. Locks depend on the clock, uptimes on peers. */
const isOfBlocks = {
  blockchains: false,
  chain: true,
  clock: false,
  parts: true,
  peers: false,
  queries: true,
  state: true,
  uptimes: false,
  views: true,
  watches: false,
} satisfies Record<keyof DataContext, boolean>;

/** Keeps answers by request until the next block, and those that depend on more than blocks until the next second. */
export class RecentAnswers implements Answers {
  readonly #moment: Moment;
  readonly #context: DataContext;
  readonly #kept = new BoundedCache<string, Kept>(charactersMax, ({ body }) => body.length + 256);
  #version: number | bigint | undefined;
  #generation: number | undefined;
  #dependsOnMore = false;

  constructor(context: DataContext, moment: Moment) {
    this.#moment = moment;
    this.#context = noticing(context, () => {
      this.#dependsOnMore = true;
    });
  }

  get(key: string, make: (context: DataContext) => string): string {
    if (!this.#isCurrent()) {
      this.#kept.clear();
      this.#context.parts.clear();
    }
    this.#version = this.#moment.version();
    this.#generation = this.#moment.generation();
    const second = this.#moment.nowSeconds();
    const known = this.#kept.get(key);
    if (known !== undefined && (known.second === undefined || known.second === second)) {
      return known.body;
    }
    this.#dependsOnMore = false;
    const body = make(this.#context);
    const dependsOnMore = this.#dependsOnMore;
    // The chain or the clock of a node in use may have moved meanwhile.
    if (this.#isCurrent() && (!dependsOnMore || this.#moment.nowSeconds() === second)) {
      this.#kept.set(key, { body, second: dependsOnMore ? second : undefined });
    }
    return body;
  }

  #isCurrent(): boolean {
    const moment = this.#moment;
    return moment.version() === this.#version && moment.generation() === this.#generation;
  }
}

/** A context that calls `notice` when something is read that changes without a block. */
function noticing(context: DataContext, notice: () => void): DataContext {
  const properties: PropertyDescriptorMap = {};
  for (const [name, ofBlocks] of Object.entries(isOfBlocks)) {
    const get = () => {
      if (!ofBlocks) notice();
      return context[name as keyof DataContext];
    };
    properties[name] = { get, enumerable: true };
  }
  return Object.defineProperties({}, properties) as DataContext;
}
