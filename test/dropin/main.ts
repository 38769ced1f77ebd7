/*
 * `npm run test:dropin [-- --only SUITES] [--avalanchejs PATH]`: runs third-party code, as it is, against the executable and
 * counts what passed. What a suite needs and does not find is named and skipped. Exit code 1 where a case failed.
 */
import { parseArgs } from "node:util";
import { failed } from "./case.ts";
import { openContext } from "./context.ts";
import { type Counts, caseLines, count, table } from "./report.ts";
import { type SourceName, sourceNames, sources } from "./sources.ts";
import type { Case, Context, Suite } from "./suite.ts";
import { type SuiteName, suiteNames, suites } from "./suites.ts";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: suiteNames.join(",") },
    ...Object.fromEntries(sourceNames.map((name) => [name, { type: "string" as const }])),
  },
});
const given: Readonly<Record<string, unknown>> = options;
const asked = options.only.split(",") as SuiteName[];
const unknown = asked.filter((name) => !suiteNames.includes(name));
if (unknown.length > 0) throw new Error(`--only: ${unknown} is none of ${suiteNames.join(", ")}`);

const rows: (readonly [SuiteName, Counts])[] = [];
for (const name of asked) {
  const suite = suites[name];
  print(`${name}: ${suite.about}\n`);
  const { context, end } = openContext(name, sourceOf);
  const cases = await runSuite(suite, context).finally(end);
  print(`${caseLines(cases)}\n`);
  rows.push([name, count(cases)]);
}
print(table(rows));
process.exitCode = rows.some(([, counts]) => counts.failed > 0) ? 1 : 0;

async function runSuite(suite: Suite, context: Context): Promise<readonly Case[]> {
  const missing: Case[] = [];
  for (const { what, remedy, isThere } of suite.needs) {
    if (!(await isThere(context)))
      missing.push({ name: `all of it: no ${what}`, outcome: "skipped", why: remedy });
  }
  if (missing.length > 0) return missing;
  const astray: Case[] = [];
  const keep = (error: unknown) => astray.push(failed("a promise that nothing waits for", error));
  process.on("unhandledRejection", keep);
  try {
    const cases = [...(await suite.run(context)), ...astray];
    return cases.length > 0 ? cases : [failed("the suite itself", "it has run nothing")];
  } catch (error) {
    return [failed("the suite itself", error), ...astray];
  } finally {
    process.off("unhandledRejection", keep);
  }
}

function sourceOf(name: SourceName): string | undefined {
  const path = given[name];
  return typeof path === "string" ? path : process.env[sources[name].environment];
}

function print(text: string): void {
  process.stdout.write(text);
}
