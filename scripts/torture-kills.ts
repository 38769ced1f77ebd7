import { spawnSync } from "node:child_process";
import { torture } from "../test/support/tortured-node.ts";

/** Kills a node under load a thousand times, or as often as the argument says, and tries 100,000 broken transactions and blocks. */
const kills = Number(process.argv[2] ?? 1000);
const { acknowledged, blocks } = await torture(kills, (text) => console.log(text));
console.log(
  `${kills} kills -9: ${acknowledged} acknowledged transactions in ${blocks} blocks, none lost`,
);
const environment = { COULOIR_MUTANTS: "100000", ...process.env };
const { status } = spawnSync("npx", ["vitest", "run", "test/property/mutants.test.ts"], {
  env: environment,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
