/**
 * Decides which work waits while connections arrive. The event loop accepts one connection in each pass, so a crowd of them
 * would wait for as many pieces of work, and so would any other client that connects.
 */
export class Arrivals {
  readonly #windowMs: number;
  #hasArrival = false;
  /** When work continues although connections arrive; 0 if none do. */
  #windowEnd = 0;

  /** Work waits for at most `windowMs`. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Call it for each new connection. */
  note(): void {
    this.#hasArrival = true;
  }

  /** Whether work waits in this pass, because there may be more connections to accept. Call it once in each pass. */
  comeFirst(now: number): boolean {
    const hasArrival = this.#hasArrival;
    this.#hasArrival = false;
    if (!hasArrival || (this.#windowEnd !== 0 && now >= this.#windowEnd)) {
      this.#windowEnd = 0;
      return false;
    }
    if (this.#windowEnd === 0) this.#windowEnd = now + this.#windowMs;
    return true;
  }
}
