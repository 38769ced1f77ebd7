/*
 * `npm run test:network -- --avalanchego PATH --staking-keys FOLDER`: starts AvalancheGo validators (five, or
 * `--validators N`) on 127.0.0.1, joins them with the peer protocol and checks what they answer and what they say about us. Exit code 1 if a check fails.
 * `npm run test:helicon` does the same on a network whose Helicon activates while the executable follows, with AvalancheGo v1.15.
 */
import { parseArgs } from "node:util";
import { chainChecks } from "./chain-checks.ts";
import { followChecks, followParts } from "./follow-checks.ts";
import { peerChecks } from "./peer-checks.ts";
import { heliconNetwork, localNetwork } from "./test-network.ts";
import { Validators } from "./validators.ts";

const { values } = parseArgs({
  options: {
    avalanchego: { type: "string" },
    "staking-keys": { type: "string" },
    validators: { type: "string", default: "5" },
    /** Only some parts, separated by commas; all of the network by default. */
    only: { type: "string" },
    /** Runs a network of its own instead of `local`, whose Helicon comes after this number of seconds. */
    "helicon-after": { type: "string" },
  },
});
const { avalanchego, "staking-keys": stakingKeys } = values;
if (avalanchego === undefined || stakingKeys === undefined) {
  throw new Error(
    "--avalanchego PATH and --staking-keys FOLDER (AvalancheGo's staking/local) are needed",
  );
}

const heliconAfter = values["helicon-after"];
const hasHelicon = heliconAfter !== undefined;
const known = [
  hasHelicon ? "helicon" : "peers",
  "chains",
  ...followParts.filter((part) => part !== "helicon"),
];
const asked = values.only?.split(",") ?? known;
const unknown = asked.find((part) => !known.includes(part));
if (unknown !== undefined) throw new Error(`--only ${unknown}: not one of ${known.join()}`);
const parts = followParts.filter((part) => asked.includes(part));

const helicon = BigInt(Math.floor(Date.now() / 1000)) + BigInt(heliconAfter ?? 0);
const network = hasHelicon ? await heliconNetwork(helicon) : localNetwork;
print(`starting ${values.validators} validators`);
const count = Number(values.validators);
const validators = await Validators.start(avalanchego, stakingKeys, count, network);
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void end().then(() => process.exit(1)));
}
const checks = [
  ...(asked.includes("peers") ? peerChecks(validators) : []),
  ...(asked.includes("chains") ? chainChecks(validators, avalanchego) : []),
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

await end();
// A check that failed may have left sockets behind.
process.exit();

async function end(): Promise<void> {
  await validators[Symbol.asyncDispose]();
  await network.remove();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
