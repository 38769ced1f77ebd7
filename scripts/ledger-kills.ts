import { deepStrictEqual } from "node:assert/strict";
import { killFilling } from "../test/support/filling/kill-filling.ts";

/** Kills a process that fills a ledger and accepts blocks five hundred times, or as often as the argument says. */
const kills = Number(process.argv[2] ?? 500);
const completions = await killFilling(
  "all-1",
  kills,
  ({ found, expected }) => deepStrictEqual(found, expected),
  1_500,
);
console.log(`${kills} kills -9: ${completions} ledgers are complete, no row lost or doubled`);
