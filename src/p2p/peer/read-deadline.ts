import type { Environment } from "../environment.ts";

/**
 * Until when the length of the next frame, and then the frame, must be there. avalanchego network/peer/peer.go readMessages @ v1.14.2.
 * Only one timer runs, and it is set again when it fires too early.
 */
export class ReadDeadline {
  readonly #environment: Environment;
  readonly #timeoutMs: number;
  readonly #expired: (reason: string) => void;
  #deadlineMs: number | undefined;
  #isInsideFrame = false;
  #isArmed = false;

  constructor(environment: Environment, timeoutMs: number, expired: (reason: string) => void) {
    this.#environment = environment;
    this.#timeoutMs = timeoutMs;
    this.#expired = expired;
  }

  /** A frame is complete, or reading begins. */
  reset(): void {
    this.#isInsideFrame = false;
    this.#extend();
  }

  /** The length of a frame is known; more of its bytes do not extend the deadline. */
  enterFrame(): void {
    if (this.#isInsideFrame) return;
    this.#isInsideFrame = true;
    this.#extend();
  }

  stop(): void {
    this.#deadlineMs = undefined;
  }

  #extend(): void {
    this.#deadlineMs = this.#environment.elapsedMs() + this.#timeoutMs;
    if (!this.#isArmed) this.#arm(this.#timeoutMs);
  }

  #arm(delayMs: number): void {
    this.#isArmed = true;
    this.#environment.after(delayMs, () => {
      this.#isArmed = false;
      if (this.#deadlineMs === undefined) return;
      const leftMs = this.#deadlineMs - this.#environment.elapsedMs();
      if (leftMs > 0) this.#arm(leftMs);
      else this.#expired(`peer was silent for ${this.#timeoutMs} ms`);
    });
  }
}
