import { type MaskName, maskDocs } from "./masks.ts";

/** Counts for one kind of event. */
export type Tally = {
  compared: number;
  /** Includes those that are equal only under a mask. */
  equal: number;
  /** Equal only under a mask. */
  masked: number;
  /** How many AvalancheGo and this node both rejected, and how many of those with the same text. */
  refusals: number;
  equalTexts: number;
};

/** Counts by kind of event and by mask, and every difference as a sentence. */
export class Tallies {
  readonly #byKind = new Map<string, Tally>();
  readonly #byMask = new Map<MaskName, number>();
  readonly differences: string[] = [];

  get byKind(): ReadonlyMap<string, Tally> {
    return this.#byKind;
  }

  /**
   * How many results and rejections differ without a mask. Masks that were not needed are missing.
   */
  get byMask(): ReadonlyMap<MaskName, number> {
    return this.#byMask;
  }

  /** `difference` is undefined if the two are equal; `masked` are the masks that this takes. */
  count(kind: string, difference: string | undefined, masked: readonly MaskName[] = []): void {
    const tally = this.#of(kind);
    tally.compared++;
    if (difference !== undefined) {
      this.differences.push(`${kind}: ${difference}`);
      return;
    }
    tally.equal++;
    if (masked.length > 0) tally.masked++;
    for (const name of masked) this.#byMask.set(name, (this.#byMask.get(name) ?? 0) + 1);
  }

  /** Counts an event that both rejected. */
  countTexts(kind: string, equal: boolean): void {
    const tally = this.#of(kind);
    tally.refusals++;
    if (equal) tally.equalTexts++;
  }

  #of(kind: string): Tally {
    const found = this.#byKind.get(kind);
    if (found !== undefined) return found;
    const tally = { compared: 0, equal: 0, masked: 0, refusals: 0, equalTexts: 0 };
    this.#byKind.set(kind, tally);
    return tally;
  }
}

/** A table of the counts, the share of equal rejection texts, and every mask that was needed. */
export function formatTallies({ byKind, byMask }: Tallies): string {
  const kinds = [...byKind].sort(([a], [b]) => (a < b ? -1 : 1));
  const all = kinds.map(([, tally]) => tally);
  const total = (name: keyof Tally) => all.reduce((sum, tally) => sum + tally[name], 0);
  const rows = [
    ...kinds,
    [
      "all",
      { compared: total("compared"), equal: total("equal"), masked: total("masked") },
    ] as const,
  ];
  const width = Math.max(0, ...rows.map(([kind]) => kind.length));
  const refusals = total("refusals");
  const share = refusals === 0 ? 100 : (100 * total("equalTexts")) / refusals;
  return [
    ...rows.map(([kind, counts]) => formatRow(kind.padEnd(width), counts)),
    `rejection messages: ${total("equalTexts")} of ${refusals} equal (${share.toFixed(2)} %)`,
    ...maskLines(byMask),
    "",
  ].join("\n");
}

function formatRow(
  kind: string,
  { compared, equal, masked }: Pick<Tally, "compared" | "equal" | "masked">,
): string {
  const suffix = masked === 0 ? "" : `, ${masked} of them masked`;
  return `${kind}  ${String(compared).padStart(6)} compared  ${String(equal).padStart(6)} equal${suffix}`;
}

function maskLines(byMask: ReadonlyMap<MaskName, number>): string[] {
  if (byMask.size === 0) return [];
  const width = Math.max(...[...byMask.keys()].map((name) => name.length));
  const used = (Object.keys(maskDocs) as MaskName[]).filter((name) => byMask.has(name));
  return [
    "masks used, and the number of results that differ without each:",
    ...used.map(
      (name) => `${name.padEnd(width)}  ${String(byMask.get(name)).padStart(6)}  ${maskDocs[name]}`,
    ),
  ];
}
