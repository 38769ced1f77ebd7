/** What we have of something that others release, beside what is newest. */
export type Row = {
  readonly what: string;
  readonly ours: string;
  readonly newest: string;
  /** `unknown` if nobody could be asked. */
  readonly state: "covered" | "behind" | "unknown";
  /** Why it is covered all the same, or what could not be asked. */
  readonly note?: string;
};

export type Section = { readonly title: string; readonly rows: readonly Row[] };

/** Prints a table. */
export function printSection({ title, rows }: Section): void {
  const widths = (["what", "ours", "newest"] as const).map((column) =>
    Math.max(column.length, ...rows.map((row) => row[column].length)),
  );
  const [what = 0, ours = 0, newest = 0] = widths;
  console.log(`\n${title}`);
  for (const row of rows) {
    const cells = [row.what.padEnd(what), row.ours.padEnd(ours), row.newest.padEnd(newest)];
    console.log(
      `  ${cells.join("  ")}  ${row.state}${row.note === undefined ? "" : `: ${row.note}`}`,
    );
  }
}

/** 0 if everything is covered, 1 if something is not, 2 if that is not known. */
export function exitCode(sections: readonly Section[]): 0 | 1 | 2 {
  const states = sections.flatMap(({ rows }) => rows.map(({ state }) => state));
  if (states.includes("behind")) return 1;
  return states.includes("unknown") ? 2 : 0;
}
