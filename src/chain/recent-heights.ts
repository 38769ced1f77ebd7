const windowSeconds = 30n;
const countMax = 64;

/**
 * Heights that were accepted recently. Every node is assumed to have the height before them. avalanchego
 * vms/platformvm/validators/manager.go (GetMinimumHeight) @ v1.12.1
 */
export class RecentHeights {
  readonly #accepted: { readonly height: bigint; readonly at: bigint }[] = [];

  add(height: bigint, nowSeconds: bigint): void {
    this.#accepted.push({ height, at: nowSeconds });
    if (this.#accepted.length > countMax) this.#accepted.shift();
    this.#expire(nowSeconds);
  }

  minimumHeight(currentHeight: bigint, nowSeconds: bigint): bigint {
    this.#expire(nowSeconds);
    const oldest = this.#accepted[0];
    return oldest === undefined ? currentHeight : oldest.height - 1n;
  }

  /** Returns a function that restores the current heights. */
  keep(): () => void {
    const kept = [...this.#accepted];
    return () => void this.#accepted.splice(0, this.#accepted.length, ...kept);
  }

  #expire(nowSeconds: bigint): void {
    while (this.#accepted.length > 0 && nowSeconds - this.#accepted[0]!.at > windowSeconds) {
      this.#accepted.shift();
    }
  }
}
