import { deepStrictEqual } from "node:assert/strict";
import { killCopying } from "../test/support/copying/kill-copying.ts";
import { killFilling } from "../test/support/filling/kill-filling.ts";
import { missingPostgres } from "../test/support/postgres.ts";

/**
 * Kills a process that fills a ledger and accepts blocks five hundred times, or as often as the argument says, and then a
 * process that copies a ledger to PostgreSQL, or PostgreSQL. `filling` or `copying` as second argument chooses one.
 */
const kills = Number(process.argv[2] ?? 500);
const chosen = process.argv[3];
const killMsMax = 1_500;

if (chosen !== "copying") {
  const completions = await killFilling(
    "all-1",
    kills,
    ({ found, expected }) => deepStrictEqual(found, expected),
    killMsMax,
  );
  console.log(`${kills} kills -9: ${completions} ledgers are complete, no row lost or doubled`);
}

if (chosen !== "filling") {
  const missing = missingPostgres();
  if (missing !== undefined) throw new Error(`PostgreSQL is missing: ${missing}`);
  const { nodeKills, serverKills, blocks, completions, removals } = await killCopying(
    "all-1",
    kills,
    killMsMax,
    (text) => process.stderr.write(`${text}\n`),
  );
  console.log(
    `${nodeKills} kills -9 of the node and ${serverKills} of PostgreSQL: ${completions} databases are complete, ${blocks} blocks, no row lost or doubled, also of ${removals} heights whose rows were removed from the store`,
  );
}
