import type { HandlerContext } from "../../handlers/context.ts";
import { getCurrentValidators } from "../../handlers/platform/get-current-validators.ts";
import { AnsweredElsewhere } from "../../rpc/json-rpc/elsewhere.ts";
import type { MethodEntry } from "../../rpc/json-rpc/method.ts";
import { ReaderBehind } from "../../store/chain-reader.ts";

/** The number of calls, and the time that they take together, after which a reader is busy. */
const busyCalls = 1_000;
const busyMs = 20;
/** With this number of stakers, a single call may do much. */
const manyStakers = 500;

/** Notes when a reader has much to do, so that it is worth the memory of the optimizing compiler. */
export class ReaderEffort {
  readonly #onBusy: () => void;
  #isBusy = false;
  #calls = 0;
  #begunMs = 0;
  #tookMs = 0;

  /** `onBusy` is called once. */
  constructor(onBusy: () => void) {
    this.#onBusy = onBusy;
  }

  /** Much work follows. */
  readonly expect = (): void => {
    if (!this.#isBusy) this.#onBusy();
    this.#isBusy = true;
  };

  begin(): void {
    if (this.#isBusy) return;
    this.#calls += 1;
    if (this.#calls >= busyCalls) this.expect();
    this.#begunMs = performance.now();
  }

  end(): void {
    if (this.#isBusy) return;
    this.#tookMs += performance.now() - this.#begunMs;
    if (this.#tookMs > busyMs) this.expect();
  }

  /**
   * Makes the longest lists before the first client asks for one, if they are long: with cold code and caches, that call
   * would keep others waiting for several times as long as the next.
   */
  async warmUp(
    { params: reader }: MethodEntry,
    context: Parameters<typeof getCurrentValidators>[1] & Pick<HandlerContext, "state">,
  ): Promise<void> {
    if (!hasMany(context.state.currentStakers(), manyStakers)) return;
    this.expect();
    for (const given of [{}, { sort: { by: "weight" } }]) {
      const params = reader.read(given);
      try {
        if (params.ok) await getCurrentValidators(params.value as never, context);
      } catch (error) {
        // A follower's reader does not answer this itself, and one that is behind will be asked again.
        if (!(error instanceof AnsweredElsewhere) && !(error instanceof ReaderBehind)) throw error;
      }
    }
  }
}

function hasMany(items: Iterable<unknown>, count: number): boolean {
  let left = count;
  for (const _ of items) {
    left -= 1;
    if (left === 0) return true;
  }
  return false;
}
