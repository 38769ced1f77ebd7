import type { Case, Outcome } from "./suite.ts";

export type Counts = Readonly<Record<Outcome, number>>;

export function count(cases: readonly Case[]): Counts {
  const of = (outcome: Outcome) => cases.filter((each) => each.outcome === outcome).length;
  return { passed: of("passed"), failed: of("failed"), skipped: of("skipped") };
}

const reasonLength = 300;

/** A line for each case; the beginning of its reason is enough, the logs have the rest. */
export function caseLines(cases: readonly Case[]): string {
  return cases
    .map(({ name, outcome, why }) => {
      const reason =
        why === undefined ? "" : `: ${why.trim().replace(/\s+/g, " ").slice(0, reasonLength)}`;
      return `  ${outcome.padEnd(7)}  ${name}${reason}\n`;
    })
    .join("");
}

/** A row for each suite and the last line. */
export function table(rows: readonly (readonly [suite: string, counts: Counts])[]): string {
  const width = Math.max(...rows.map(([suite]) => suite.length), 5);
  const line = (name: string, cells: readonly (number | string)[]) =>
    `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(9)).join("")}\n`;
  const sum = (outcome: Outcome) => rows.reduce((total, [, counts]) => total + counts[outcome], 0);
  return [
    line("suite", ["passed", "failed", "skipped"]),
    ...rows.map(([suite, { passed, failed, skipped }]) => line(suite, [passed, failed, skipped])),
    `\n${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped\n`,
  ].join("");
}
