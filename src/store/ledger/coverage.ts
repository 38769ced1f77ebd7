import type { Metadata } from "../metadata.ts";
import type { SqliteDatabase, SqliteStatement } from "../sqlite.ts";
import { LocalHeights } from "./local-heights.ts";

/** Heights from `from` to `to`, both included. */
export type HeightRange = { readonly from: number; readonly to: number };

const metadataKey = "ledger";
const problemKey = "ledgerProblem";

/** Noted while it is on, instead of the first height without rows. */
const on = "on";

/** Which heights have all their rows, as the store notes it. Reads the database each time, so a reader can use it, too. */
export class LedgerCoverage {
  readonly #metadata: Metadata;
  readonly #gaps: SqliteStatement;

  constructor(database: SqliteDatabase, metadata: Metadata) {
    this.#metadata = metadata;
    this.#gaps = database
      .prepare("SELECT from_height, to_height FROM ledger_gaps ORDER BY from_height")
      .raw();
  }

  /** Whether the store was written by a version with a ledger. */
  get isNoted(): boolean {
    return this.#metadata.getText(metadataKey) !== undefined;
  }

  /** The first height from which on it has no rows because it is off; undefined while it is on. */
  offSince(): number | undefined {
    const noted = this.#metadata.getText(metadataKey);
    return noted === undefined || noted === on ? undefined : Number(noted);
  }

  /** The ranges below the tip, or below `offSince`, whose rows are missing, ascending. */
  gaps(): readonly HeightRange[] {
    return (this.#gaps.all() as [number, number][]).map(([from, to]) => ({ from, to }));
  }

  /** The first height from which on no rows were removed because PostgreSQL has them. */
  localFrom(): number {
    return new LocalHeights(this.#metadata).from;
  }

  /** The heights up to `tip`, the last accepted one, that have all their rows: ascending ranges that do not touch. */
  completeRanges(tip: number): readonly HeightRange[] {
    if (!this.isNoted) return [];
    const end = (this.offSince() ?? tip + 1) - 1;
    const ranges: HeightRange[] = [];
    let from = this.localFrom();
    for (const gap of [...this.gaps(), { from: end + 1, to: end }]) {
      if (gap.from > from) ranges.push({ from, to: gap.from - 1 });
      from = gap.to + 1;
    }
    return ranges;
  }

  /** Whether every height up to this one has its rows, so that they show what was held after its block. */
  isCompleteTo(height: number): boolean {
    const [first] = this.completeRanges(height);
    return first !== undefined && first.from === 0 && first.to >= height;
  }

  /** Notes the first height without rows, or that it is on. */
  note(offSince: number | undefined): void {
    this.#metadata.setText(metadataKey, offSince === undefined ? on : String(offSince));
  }
}

/** Why the gaps are not filled, as the store notes it: readers know it, too. Undefined while filling continues. */
export function readFillingProblem(metadata: Pick<Metadata, "getText">): string | undefined {
  return metadata.getText(problemKey);
}

/** Notes why the gaps are not filled, or that filling continues. */
export function noteFillingProblem(
  metadata: Pick<Metadata, "delete" | "setText">,
  problem: string | undefined,
): void {
  if (problem === undefined) metadata.delete(problemKey);
  else metadata.setText(problemKey, problem);
}
