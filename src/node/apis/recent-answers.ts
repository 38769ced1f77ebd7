import { BoundedCache } from "../../cache/bounded-cache.ts";
import type { Answers } from "../../data-api/data-api.ts";
import type { ServedData } from "../../rpc/json-rpc/served-data.ts";

/** Characters of answers and keys that are kept. */
const charactersMax = 8_000_000;

type Moment = Pick<ServedData, "generation" | "version" | "nowSeconds">;

/** Answers by request, until the next block or second: amounts depend on locks, and uptimes on the clock. */
export class RecentAnswers implements Answers {
  readonly #moment: Moment;
  readonly #bodies = new BoundedCache<string, string>(charactersMax, ({ length }) => length + 256);
  #at = "";

  constructor(moment: Moment) {
    this.#moment = moment;
  }

  get(key: string, make: () => string): string {
    const at = this.#now();
    if (at !== this.#at) this.#bodies.clear();
    this.#at = at;
    const known = this.#bodies.get(key);
    if (known !== undefined) return known;
    const body = make();
    // The clock of a node in use may have moved meanwhile.
    if (this.#now() === at) this.#bodies.set(key, body);
    return body;
  }

  #now(): string {
    const moment = this.#moment;
    return `${moment.generation()} ${moment.version()} ${moment.nowSeconds()}`;
  }
}
