import { isObject, type JsonObject, listAt } from "../../load/json.ts";
import { type CallError, declaredError } from "./answers.ts";
import type { Random } from "./random.ts";

/** What happens to a call instead of its response, or before it. */
export type Fault =
  | { readonly kind: "error"; readonly error: CallError }
  | { readonly kind: "delay"; readonly delayMs: number }
  | { readonly kind: "drop" };

const delayMaxMs = 2_000;
const resolution = 1_000_000;

/** Chooses which calls fail: a share of them, each with a declared error, a delay, or a connection that breaks. */
export class Chaos {
  readonly #share: number;
  readonly #random: Random;

  constructor(share: number, random: Random) {
    this.#share = share;
    this.#random = random;
  }

  /** What happens to the next call; undefined for most. `method` is undefined if the document does not have it. */
  next(method: JsonObject | undefined): Fault | undefined {
    if (this.#random(resolution) >= this.#share * resolution) return undefined;
    const errors = listAt(method, "errors").filter(isObject);
    const error = errors[this.#random(errors.length + 2)];
    if (error !== undefined) return { kind: "error", error: declaredError(error) };
    return this.#random(2) === 0
      ? { kind: "drop" }
      : { kind: "delay", delayMs: 1 + this.#random(delayMaxMs) };
  }
}
