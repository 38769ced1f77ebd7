import { existsSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import type { Case, Context } from "../suite.ts";
import { ginkgoCases } from "./ginkgo-report.ts";

type Options = {
  readonly env: Readonly<Record<string, string>>;
  readonly flags: readonly string[];
};

/** Runs the specs that a test binary was made of, and reads the report that it leaves. */
export async function runSpecs(
  context: Context,
  binary: string,
  { env, flags }: Options,
): Promise<readonly Case[]> {
  const log = basename(binary, ".test");
  const report = join(context.logs, `${log}.json`);
  rmSync(report, { force: true });
  const command = [binary, ...flags, `--ginkgo.json-report=${report}`] as const;
  const { code } = await context.run(command, { log, cwd: context.cache, env });
  if (existsSync(report)) return ginkgoCases(readFileSync(report, "utf8"));
  return [{ name: log, outcome: "failed", why: `exit code ${code}` }];
}
