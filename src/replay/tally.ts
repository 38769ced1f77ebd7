/** What was compared of one kind. */
export type Tally = {
  compared: number;
  equal: number;
  /** Refusals of AvalancheGo that were refused here too, and of these those with the same text. */
  refusals: number;
  equalTexts: number;
};

/** Counts of what was compared by kind, and every difference as a sentence. */
export class Tallies {
  readonly #byKind = new Map<string, Tally>();
  readonly differences: string[] = [];

  get byKind(): ReadonlyMap<string, Tally> {
    return this.#byKind;
  }

  /** `difference` is undefined where the two are equal. */
  count(kind: string, difference: string | undefined): void {
    const tally = this.#of(kind);
    tally.compared++;
    if (difference === undefined) tally.equal++;
    else this.differences.push(`${kind}: ${difference}`);
  }

  /** Both refused: whether for the same reason. */
  countTexts(kind: string, equal: boolean): void {
    const tally = this.#of(kind);
    tally.refusals++;
    if (equal) tally.equalTexts++;
  }

  #of(kind: string): Tally {
    const found = this.#byKind.get(kind);
    if (found !== undefined) return found;
    const tally = { compared: 0, equal: 0, refusals: 0, equalTexts: 0 };
    this.#byKind.set(kind, tally);
    return tally;
  }
}

/** A table of the counts, and the share of equal texts of refusals. */
export function formatTallies({ byKind }: Tallies): string {
  const kinds = [...byKind].sort(([a], [b]) => (a < b ? -1 : 1));
  const width = Math.max(0, ...kinds.map(([kind]) => kind.length));
  const lines = kinds.map(
    ([kind, { compared, equal }]) =>
      `${kind.padEnd(width)}  ${String(compared).padStart(6)} compared  ${String(equal).padStart(6)} equal`,
  );
  const all = kinds.map(([, tally]) => tally);
  const total = (name: keyof Tally) => all.reduce((sum, tally) => sum + tally[name], 0);
  const refusals = total("refusals");
  const share = refusals === 0 ? 100 : (100 * total("equalTexts")) / refusals;
  return [
    ...lines,
    `${"all".padEnd(width)}  ${String(total("compared")).padStart(6)} compared  ${String(total("equal")).padStart(6)} equal`,
    `texts of refusals: ${total("equalTexts")} of ${refusals} equal (${share.toFixed(2)} %)`,
    "",
  ].join("\n");
}
