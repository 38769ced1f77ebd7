import { applicationTag } from "../../health/check.ts";
import type { Health } from "../../health/health.ts";
import type { ModeState } from "../mode/mode-state.ts";

/** Failures that a developer injects. They end with the process. */
export class Faults {
  readonly #state: ModeState;
  #failure: string | undefined;
  #isRegistered = false;

  constructor(state: ModeState) {
    this.#state = state;
  }

  /** Resolves when the health checks have run. */
  async setBootstrapped(bootstrapped: boolean, { health }: Health): Promise<void> {
    this.#state.isUnready = !bootstrapped;
    await health.runAll();
  }

  /** Undefined lets the check pass. Resolves when the health checks have run. */
  async setFailure(failure: string | undefined, { health }: Health): Promise<void> {
    this.#failure = failure;
    if (this.#isRegistered) {
      await health.runAll();
      return;
    }
    this.#isRegistered = true;
    const check = () => (this.#failure === undefined ? {} : { error: this.#failure });
    await health.register("dev", check, [applicationTag]);
  }
}
