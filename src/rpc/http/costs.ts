/** A kind whose calls take longer than this on average is expensive: 300 of them at once would keep others waiting. */
const expensiveMs = 0.5;
/** How much the newest call counts: a single long one, in which the process did something else, is no cost. */
const newest = 1 / 32;
const forgottenMs = 0.02;
/** An answer of so many bytes is long. */
const longBytes = 16_384;
/** Kinds that are remembered; the oldest are forgotten first. */
const kindsMax = 256;

/** What calls of each kind took lately, so that a crowd of new clients with expensive calls does not go before cheap ones. */
export class Costs {
  readonly #ms = new Map<string, number>();
  /** Kinds with long answers. */
  readonly #long = new Set<string>();

  add(kind: string, tookMs: number): void {
    const before = this.#ms.get(kind) ?? 0;
    const now = before + newest * (tookMs - before);
    this.#ms.delete(kind);
    if (now < forgottenMs) return;
    this.#ms.set(kind, now);
    if (this.#ms.size > kindsMax) forgetOldest(this.#ms);
  }

  addAnswer(body: Buffer, answerBytes: number): void {
    if (answerBytes < longBytes) return;
    this.#long.add(kindOf(body));
    if (this.#long.size > kindsMax) forgetOldest(this.#long);
  }

  get isEmpty(): boolean {
    return this.#ms.size === 0;
  }

  /** Calls of an unknown kind may be anything. */
  isExpensive(kind: string): boolean {
    return kind === "" || (this.#ms.get(kind) ?? 0) > expensiveMs;
  }

  hasLongAnswers(kind: string): boolean {
    return kind === "" || this.#long.has(kind);
  }
}

const forgetOldest = (kinds: Map<string, unknown> | Set<string>): void => {
  const [oldest] = kinds.keys();
  kinds.delete(oldest!);
};

const methodMember = /"method"\s*:\s*"([^"]{1,64})"/i;
const anyMethod = /"method"/gi;

/**
 * What a body's costs are remembered by: its method and about its length, as far as they are certain without reading it
 * as JSON. Otherwise an empty text: a body could hide its method behind another or behind escapes.
 */
export function kindOf(body: Buffer): string {
  const text = body.toString("latin1");
  const method = methodMember.exec(text)?.[1];
  if (method === undefined || text.includes("\\") || text.match(anyMethod)!.length > 1) return "";
  return `${method} ${Math.clz32(body.length)}`;
}
