/*
 * `npm run test:network -- --avalanchego PATH --staking-keys FOLDER`: starts AvalancheGo validators (five, or
 * `--validators N`) on 127.0.0.1, joins them with the peer protocol and checks what they answer and what they say about us. Exit code 1 if a check fails.
 */
import { parseArgs } from "node:util";
import { followChecks } from "./follow-checks.ts";
import { peerChecks } from "./peer-checks.ts";
import { Validators } from "./validators.ts";

const { values } = parseArgs({
  options: {
    avalanchego: { type: "string" },
    "staking-keys": { type: "string" },
    validators: { type: "string", default: "5" },
    /** Only the checks of the peer protocol, or only those of following. */
    only: { type: "string" },
  },
});
const { avalanchego, "staking-keys": stakingKeys } = values;
if (avalanchego === undefined || stakingKeys === undefined) {
  throw new Error(
    "--avalanchego PATH and --staking-keys FOLDER (AvalancheGo's staking/local) are needed",
  );
}

print(`starting ${values.validators} validators`);
await using validators = await Validators.start(
  avalanchego,
  stakingKeys,
  Number(values.validators),
);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void validators[Symbol.asyncDispose]().then(() => process.exit(1)));
}
const checks = [
  ...(values.only === "follow" ? [] : peerChecks(validators)),
  ...(values.only === "peers" ? [] : followChecks(validators, { avalanchego, stakingKeys })),
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

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
