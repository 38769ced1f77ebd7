/** The limit of index.getContainerRange. avalanchego indexer/service.go @ v1.14.2 */
const countMax = 1_024;

/** What a response should hold: enough for few requests, little to keep in memory twice. */
const bytesWanted = 4 * 1024 * 1024;

/** How many containers to request at once, by the size of the last ones. */
export class RangeSize {
  #count = countMax;

  /** The number to request from a position on, up to another. */
  within(first: bigint, last: bigint): number {
    const left = last - first + 1n;
    return left < BigInt(this.#count) ? Number(left) : this.#count;
  }

  measure(containers: readonly Uint8Array[]): void {
    const bytes = containers.reduce((sum, { length }) => sum + length, 0);
    if (bytes === 0) return;
    const fitting = Math.floor((bytesWanted * containers.length) / bytes);
    // A few small containers say little about the next ones.
    this.#count = Math.max(1, Math.min(fitting, countMax, this.#count * 4));
  }

  /** The request failed, perhaps for its size. */
  shrink(): void {
    this.#count = Math.max(1, this.#count >> 3);
  }
}
