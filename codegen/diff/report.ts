import { type Change, type Severity, severities } from "./change.ts";

/** A change, and the profiles that have it. */
export type ReportedChange = Change & {
  readonly severity: Severity;
  readonly profiles: readonly string[];
};

/** Merges the changes of all profiles: a change in several profiles is listed once. */
export function joinProfiles(
  byProfile: ReadonlyMap<string, readonly Change[]>,
): readonly ReportedChange[] {
  const joined = new Map<string, ReportedChange>();
  for (const [profile, changes] of byProfile) {
    for (const change of changes) {
      const key = JSON.stringify(change);
      const profiles = new Set([...(joined.get(key)?.profiles ?? []), profile]);
      joined.set(key, { ...change, severity: severities[change.rule], profiles: [...profiles] });
    }
  }
  return [...joined.values()];
}

/**
 * Formats the changes as text: breaking ones first, similar ones together, a count in the last
 * line.
 */
export function humanReport(
  changes: readonly ReportedChange[],
  allProfiles: readonly string[],
): string {
  const lines: string[] = [];
  for (const severity of ["breaking", "compatible"] as const) {
    const found = changes.filter((change) => change.severity === severity);
    if (found.length === 0) continue;
    lines.push(`${severity} (${found.length})`);
    for (const group of alike(found)) lines.push(...groupLines(group, allProfiles));
    lines.push("");
  }
  const count = (severity: Severity) =>
    changes.filter((change) => change.severity === severity).length;
  lines.push(
    changes.length === 0
      ? "no changes"
      : `${count("breaking")} breaking, ${count("compatible")} compatible changes`,
  );
  return `${lines.join("\n")}\n`;
}

/** The same fact at several places is that of a component which they share. */
function alike(changes: readonly ReportedChange[]): readonly (readonly ReportedChange[])[] {
  const groups = new Map<string, ReportedChange[]>();
  for (const change of changes) {
    const member = /errors\..*$|[^.\s]*$/.exec(change.where)![0];
    const isOfComponent = /^(params|result|error)-/.test(change.rule);
    const key = isOfComponent ? `${change.rule} ${member} ${change.text}` : JSON.stringify(change);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
}

/** How many places a line names before it only counts. */
const placesMax = 3;

function groupLines(
  group: readonly ReportedChange[],
  allProfiles: readonly string[],
): readonly string[] {
  const [first, ...others] = group as [ReportedChange, ...ReportedChange[]];
  const only = first.profiles.length < allProfiles.length ? ` [${first.profiles.join(", ")}]` : "";
  const lines = [`  ${first.where}: ${first.text} (${first.rule})${only}`];
  lines.push(...others.slice(0, placesMax - 1).map(({ where }) => `    and at ${where}`));
  if (others.length >= placesMax) lines.push(`    and at ${others.length - placesMax + 1} more`);
  return lines;
}
