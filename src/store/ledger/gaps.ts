import type { SqliteDatabase, SqliteStatement } from "../sqlite.ts";
import type { HeightRange, LedgerCoverage } from "./coverage.ts";

/** Keeps the ranges of heights whose rows are missing: they neither overlap nor touch. */
export class Gaps {
  readonly #coverage: LedgerCoverage;
  readonly #insert: SqliteStatement;
  readonly #delete: SqliteStatement;
  #known: readonly HeightRange[] | undefined;

  constructor(database: SqliteDatabase, coverage: LedgerCoverage) {
    this.#coverage = coverage;
    this.#insert = database.prepare(
      "INSERT INTO ledger_gaps (from_height, to_height) VALUES (?, ?)",
    );
    this.#delete = database.prepare("DELETE FROM ledger_gaps");
  }

  all(): readonly HeightRange[] {
    this.#known ??= this.#coverage.gaps();
    return this.#known;
  }

  add(from: number, to: number): void {
    const sorted = [...this.all(), { from, to }].sort((a, b) => a.from - b.from);
    const joined: HeightRange[] = [];
    for (const range of sorted) {
      const last = joined.at(-1);
      if (last === undefined || range.from > last.to + 1) joined.push(range);
      else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    }
    this.#replace(joined);
  }

  /** Notes that the rows from the start of the first gap up to a height are written now. */
  fillTo(height: number): void {
    this.#replace(
      this.all().flatMap(({ from, to }) => {
        if (height < from) return [{ from, to }];
        return height >= to ? [] : [{ from: height + 1, to }];
      }),
    );
  }

  /** Reads them again. */
  reload(): void {
    this.#known = undefined;
  }

  #replace(ranges: readonly HeightRange[]): void {
    this.#known = undefined;
    this.#delete.run();
    for (const { from, to } of ranges) this.#insert.run(from, to);
  }
}
