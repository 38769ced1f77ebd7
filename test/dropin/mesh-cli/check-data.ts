import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../suite.ts";
import { baseConfig, freePort, lastLine, type MeshCli } from "./mesh-cli.ts";

/** What mesh-cli writes of a check. */
type Results = {
  readonly error: string;
  readonly end_condition: { readonly type: string; readonly detail: string } | null;
  readonly tests: Readonly<Record<string, boolean>>;
  readonly stats: Readonly<Record<string, number>>;
};

/** Until it is at the tip, has compared every account, and has reconciled all that changed. */
const untilAllCompared = {
  end_conditions: { reconciliation_coverage: { coverage: 1, tip: true } },
  reconciliation_drain_disabled: false,
  inactive_reconciliation_frequency: 1,
};

/**
 * How mesh-cli ends if two of its goroutines remove the same queue of an account (rosetta-sdk-go v0.8.3,
 * reconciler.go:684). It has compared nothing wrong by then, and is run again.
 */
const ownRace = "interface {} is nil, not *utils.BST";
const runsMax = 3;

/**
 * Reads every block, tracks the balance of every account through its operations, and compares each balance that a block
 * changed with the one that `/account/balance` has at that block. Throws unless all were compared and equal.
 */
export async function checkData(cli: MeshCli, name: string, context: Context): Promise<void> {
  for (let run = 1; run <= runsMax; run++) {
    const log = run === 1 ? `data-${name}` : `data-${name}-run-${run}`;
    if ((await checkDataOnce(cli, name, log, context)) !== "raced") return;
    console.log(`  mesh-cli ended by its own race: ${log}.log`);
  }
  throw new Error(`mesh-cli ended by its own race in each of ${runsMax} runs`);
}

async function checkDataOnce(
  { program, url, network }: MeshCli,
  name: string,
  log: string,
  context: Context,
): Promise<"raced" | "compared"> {
  const folder = join(context.cache, `data-${name}`);
  await rm(folder, { recursive: true, force: true });
  const config = join(context.cache, `data-${name}.json`);
  const output = join(context.logs, `data-${name}.json`);
  const data = {
    ...untilAllCompared,
    historical_balance_disabled: false,
    initial_balance_fetch_disabled: true,
    active_reconciliation_concurrency: 4,
    inactive_reconciliation_concurrency: 4,
    reconciler_active_backlog: 1_000_000,
    results_output_file: output,
    status_port: await freePort(),
  };
  const settings = { ...baseConfig(url, network), data_directory: folder, data };
  await writeFile(config, JSON.stringify(settings));
  const command = [program, "check:data", "--configuration-file", config] as const;
  const { code, out, err } = await context.run(command, { log, cwd: context.cache });
  if (code !== 0 && (out + err).includes(ownRace)) return "raced";
  assert.equal(code, 0, lastLine(out + err));
  const results = JSON.parse(await readFile(output, "utf8")) as Results;
  assert.deepEqual(
    [results.error, results.end_condition?.type, ...Object.values(results.tests)],
    ["", "Reconciliation Coverage End Condition", ...Object.values(results.tests).map(() => true)],
  );
  const { stats } = results;
  for (const none of [
    "orphans",
    "exempt_reconciliations",
    "failed_reconciliations",
    "skipped_reconciliations",
  ])
    assert.equal(stats[none], 0, none);
  assert(stats["active_reconciliations"]! > 0, "nothing was reconciled");
  return "compared";
}
