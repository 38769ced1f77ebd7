import { applicationTag } from "../../health/check.ts";
import type { Health } from "../../health/health.ts";

/** What a developer lets fail on purpose; it ends with the process. */
export class Faults {
  readonly #isBootstrapped: () => boolean;
  #bootstrapping = false;
  #failure: string | undefined;
  #isRegistered = false;

  constructor(isBootstrapped: () => boolean) {
    this.#isBootstrapped = isBootstrapped;
  }

  readonly isBootstrapped = (): boolean => !this.#bootstrapping && this.#isBootstrapped();

  /** Resolves when health has seen it. */
  async setBootstrapped(bootstrapped: boolean, { health }: Health): Promise<void> {
    this.#bootstrapping = !bootstrapped;
    await health.runAll();
  }

  /** Undefined lets the check pass. Resolves when health has seen it. */
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
