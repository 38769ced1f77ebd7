import type { JsonObject } from "../../load/json.ts";
import { endpointOf } from "../endpoint.ts";
import { writeFile } from "../files.ts";
import { withValidSchemas } from "../lint/obstacles.ts";
import { type PlanOptions, planCheck } from "./plan.ts";
import { recordTranscripts } from "./record.ts";
import { jsonReport, junitReport, planReport, tableReport } from "./report.ts";
import { runCases } from "./run.ts";

export type CheckOptions = PlanOptions & {
  readonly server: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Only print what would be sent. */
  readonly dryRun: boolean;
  readonly json: boolean;
  /** File for the report in JUnit's XML. */
  readonly junit: string | undefined;
  /** Folder for the transcripts. */
  readonly record: string | undefined;
};

/** Checks that a live server keeps what its document says. Returns 1 if it does not. */
export async function checkServer(
  document: JsonObject,
  options: CheckOptions,
  out: (text: string) => void,
): Promise<number> {
  const plan = withValidSchemas(document, () => planCheck(document, options));
  if (options.dryRun) {
    out(planReport(plan));
    return 0;
  }
  const url = endpointOf(options.server, document);
  const outcomes = await runCases(plan.cases, url, options.headers);
  out((options.json ? jsonReport : tableReport)(outcomes, plan.skipped));
  if (options.junit !== undefined) writeFile(options.junit, junitReport(outcomes));
  if (options.record !== undefined) recordTranscripts(options.record, outcomes);
  return outcomes.some(({ verdict }) => verdict.difference !== undefined) ? 1 : 0;
}
