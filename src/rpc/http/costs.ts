/** Work that takes longer is remembered as expensive. */
const expensiveMs = 4;
/** Kinds that are remembered; the oldest are forgotten first. */
const kindsMax = 256;
/** How much the newest time counts. */
const newest = 0.5;

/** How long calls of each method took lately, so that a crowd of new clients with expensive calls does not go before cheap ones. */
export class Costs {
  readonly #ms = new Map<string, number>();

  add(kind: string, tookMs: number): void {
    const before = this.#ms.get(kind);
    if (before === undefined && tookMs < expensiveMs) return;
    const now = before === undefined ? tookMs : before + newest * (tookMs - before);
    this.#ms.delete(kind);
    if (now < expensiveMs) return;
    this.#ms.set(kind, now);
    const [oldest] = this.#ms.keys();
    if (this.#ms.size > kindsMax) this.#ms.delete(oldest!);
  }

  get isEmpty(): boolean {
    return this.#ms.size === 0;
  }

  isExpensive(kind: string): boolean {
    return this.#ms.has(kind);
  }
}

const searchedBytes = 512;
const nameBytesMax = 64;
const key = '"method"';
const quote = 0x22;

/** What a body's costs are remembered by: the name of its method, as far as a look at its start shows it. */
export function kindOf(body: Buffer): string {
  const start = body.subarray(0, searchedBytes);
  const at = start.indexOf(key);
  if (at === -1) return "";
  const begin = start.indexOf(quote, at + key.length) + 1;
  const end = start.indexOf(quote, begin);
  if (begin === 0 || end === -1 || end - begin > nameBytesMax) return "";
  return start.toString("latin1", begin, end);
}
