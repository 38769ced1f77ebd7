/*
 * `npm run test:network -- --avalanchego PATH --staking-keys FOLDER`: starts AvalancheGo validators (five, or
 * `--validators N`) on 127.0.0.1, joins them with the peer protocol and checks what they answer and what they say about us. Exit code 1 if a check fails.
 */
import { parseArgs } from "node:util";
import { followChecks, followParts } from "./follow-checks.ts";
import { peerChecks } from "./peer-checks.ts";
import { Validators } from "./validators.ts";

const { values } = parseArgs({
  options: {
    avalanchego: { type: "string" },
    "staking-keys": { type: "string" },
    validators: { type: "string", default: "5" },
    /** Only some parts, separated by commas; all by default. */
    only: { type: "string", default: ["peers", ...followParts].join() },
  },
});
const { avalanchego, "staking-keys": stakingKeys } = values;
if (avalanchego === undefined || stakingKeys === undefined) {
  throw new Error(
    "--avalanchego PATH and --staking-keys FOLDER (AvalancheGo's staking/local) are needed",
  );
}

const asked = values.only.split(",");
const unknown = asked.find((part) => !["peers", ...followParts].some((known) => known === part));
if (unknown !== undefined) throw new Error(`--only ${unknown}: not a part`);
const parts = followParts.filter((part) => asked.includes(part));

print(`starting ${values.validators} validators`);
const validators = await Validators.start(avalanchego, stakingKeys, Number(values.validators));
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void validators[Symbol.asyncDispose]().then(() => process.exit(1)));
}
const checks = [
  ...(asked.includes("peers") ? peerChecks(validators) : []),
  ...(parts.length > 0 ? followChecks(validators, { avalanchego, stakingKeys, parts }) : []),
];
for (const { name, needsBlocks, run } of checks) {
  if (needsBlocks === true && !validators.acceptBlocks) {
    print(`skipped ${name}: fewer than four validators accept no blocks`);
    continue;
  }
  const startMs = performance.now();
  try {
    const seen = await run();
    print(`passed  ${name}: ${seen} (${Math.round(performance.now() - startMs)} ms)`);
  } catch (error) {
    process.exitCode = 1;
    print(`FAILED  ${name}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}

await validators[Symbol.asyncDispose]();
// A check that failed may have left sockets behind.
process.exit();

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
