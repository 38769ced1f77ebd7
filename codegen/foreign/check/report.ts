import { kinds, type Plan, type Skipped } from "./case.ts";
import type { Outcome } from "./run.ts";

/** A table with a row for each method, then each difference and note. */
export function tableReport(outcomes: readonly Outcome[], skipped: readonly Skipped[]): string {
  const byMethod = grouped(outcomes, (outcome) =>
    outcome.case.kind === "protocol" ? "JSON-RPC 2.0" : outcome.case.method,
  );
  const shown = kinds.filter((kind) => outcomes.some((outcome) => outcome.case.kind === kind));
  const rows = [...byMethod].map(([method, own]) => [
    method,
    ...shown.map((kind) => {
      const all = own.filter((outcome) => outcome.case.kind === kind);
      const good = all.filter(({ verdict }) => verdict.difference === undefined);
      return all.length === 0 ? "" : `${good.length}/${all.length}`;
    }),
  ]);
  const lines = aligned([["method", ...shown], ...rows]);
  const marked = (mark: "difference" | "note") =>
    outcomes.flatMap((outcome) => {
      const text = outcome.verdict[mark];
      return text === undefined ? [] : [`${mark}: ${titleOf(outcome)}: ${text}`];
    });
  const left = skipped.filter(({ name }) => name === "all").map(({ method }) => method);
  const unsent = skipped.filter(({ name }) => name !== "all");
  const differences = marked("difference");
  return `${[
    ...lines,
    "",
    ...differences,
    ...marked("note"),
    ...(left.length === 0 ? [] : [`not called, because they may change state: ${left.join(", ")}`]),
    ...(unsent.length === 0 ? [] : [`not sent: ${unsent.length} cases; --json has the reasons`]),
    `${outcomes.length - differences.length} of ${outcomes.length} cases hold`,
  ].join("\n")}\n`;
}

/** What the check would send. */
export function planReport({ cases }: Plan): string {
  return cases.map(({ method, name, body }) => `${method}: ${name}: ${body}\n`).join("");
}

export function jsonReport(outcomes: readonly Outcome[], skipped: readonly Skipped[]): string {
  const cases = outcomes.map(({ case: { method, kind, name, body }, answer, verdict }) => ({
    method,
    kind,
    name,
    holds: verdict.difference === undefined,
    ...verdict,
    request: body,
    ...(answer && { status: answer.status, response: answer.text }),
  }));
  return `${JSON.stringify({ cases, skipped }, undefined, 2)}\n`;
}

/** The XML that CI systems read: a suite for each method, a failure for each difference. */
export function junitReport(outcomes: readonly Outcome[]): string {
  const suites = [...grouped(outcomes, (outcome) => outcome.case.method)].map(([method, own]) => {
    const failures = own.filter(({ verdict }) => verdict.difference !== undefined).length;
    const cases = own.map(({ case: { name }, verdict: { difference } }) => {
      const attributes = `classname="${xml(method)}" name="${xml(name)}"`;
      return difference === undefined
        ? `    <testcase ${attributes}/>`
        : `    <testcase ${attributes}><failure message="${xml(difference)}"/></testcase>`;
    });
    const head = `<testsuite name="${xml(method)}" tests="${own.length}" failures="${failures}">`;
    return `  ${head}\n${cases.join("\n")}\n  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("")}</testsuites>\n`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** XML 1.0 has no form for most control characters. */
function xml(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? "")
    .replaceAll(/[^\P{C}\t\n]/gu, "\uFFFD");
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function titleOf({ case: { method, name } }: Outcome): string {
  return method === name ? name : `${method}, ${name}`;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
