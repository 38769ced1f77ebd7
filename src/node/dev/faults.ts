import { applicationTag } from "../../health/check.ts";
import type { Health } from "../../health/health.ts";

/** Failures that a developer injects. They end with the process. */
export class Faults {
  readonly #isBootstrapped: () => boolean;
  #bootstrapping = false;
  #failure: string | undefined;
  #isRegistered = false;

  constructor(isBootstrapped: () => boolean) {
    this.#isBootstrapped = isBootstrapped;
  }

  readonly isBootstrapped = (): boolean => !this.#bootstrapping && this.#isBootstrapped();

  /** Resolves when the health checks have run. */
  async setBootstrapped(bootstrapped: boolean, { health }: Health): Promise<void> {
    this.#bootstrapping = !bootstrapped;
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
