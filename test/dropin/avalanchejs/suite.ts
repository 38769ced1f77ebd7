import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runCase } from "../case.ts";
import { type Profile, profiles } from "../profiles.ts";
import { remedyFor } from "../sources.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { bundleExample } from "./bundle.ts";
import { examples, type Run } from "./examples.ts";
import { World } from "./world.ts";

/** The examples of @avalabs/avalanchejs, on the package that is installed. */
export const avalanchejs: Suite = {
  about: "the examples of @avalabs/avalanchejs on the installed package, 5.2.0, in each profile",
  needs: [
    {
      what: "checkout of avalanchejs",
      remedy: remedyFor("avalanchejs"),
      isThere: async (context) => existsSync(join(folderOf(context), "p-chain")),
    },
  ],
  async run(context) {
    const cases: Case[] = [];
    for (const profile of profiles) cases.push(...(await inProfile(context, profile)));
    return [...cases, ...skippedExamples(), ...unknownExamples(folderOf(context))];
  },
};

async function inProfile(context: Context, profile: Profile): Promise<Case[]> {
  // The examples stake 1 AVAX, which is enough on Fuji.
  const stakes = ["--min-validator-stake=1000000000", "--min-delegator-stake=1000000000"];
  const flags = ["--network-id=local", ...stakes, `--api-profile=${profile}`];
  const world = await World.open(await context.startCouloir(...flags));
  const cases: Case[] = [];
  for (const [file, example] of Object.entries(examples)) {
    if ("skipped" in example) continue;
    const name = example.blanks === undefined ? file : `${file} (${example.blanks.because})`;
    const run = () => runToItsEnd(context, world, file, example);
    cases.push(await runCase(`${profile}: ${name}`, run));
  }
  return cases;
}

function folderOf(context: Context): string {
  return join(context.source("avalanchejs") ?? "", "examples");
}

async function runToItsEnd(
  context: Context,
  world: World,
  file: string,
  example: Run,
): Promise<void> {
  await example.prepare?.(world);
  const log = file.replaceAll("/", "-").replace(/\.ts$/, "");
  const bundle = join(context.cache, `${log}.mjs`);
  await bundleExample(folderOf(context), file, bundle, example.blanks?.of(world) ?? []);
  const options = { log, cwd: context.cache, env: world.environment, timeoutMs: 60_000 };
  const { code, out, err } = await context.run([process.execPath, bundle], options);
  if (code !== 0) throw new Error(/^\w*Error: .*/m.exec(err)?.[0] ?? `exit code ${code}`);
  const txID = example.issuesNothing ? "" : txIDIn(out);
  if (txID !== "") await waitUntilCommitted(world, txID);
  await example.check(world, txID, out);
}

/** What issueSignedTx answered: the examples print it. */
function txIDIn(out: string): string {
  const [, txID] = /txID: '(\w+)'/.exec(out) ?? [];
  if (txID === undefined) throw new Error("no transaction ID is printed");
  return txID;
}

async function waitUntilCommitted(world: World, txID: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { status } = await world.P<{ status: string }>("platform.getTxStatus", { txID });
    if (status === "Committed") return;
    await sleep(50);
  }
  throw new Error(`${txID} is not committed`);
}

function skippedExamples(): Case[] {
  return Object.entries(examples).flatMap(([name, example]) =>
    "skipped" in example ? [{ name, outcome: "skipped", why: example.skipped }] : [],
  );
}

/** Examples that a newer checkout has: nothing is left out in silence. */
function unknownExamples(folder: string): Case[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !/(^|\/)(utils\/|chain_apis\.ts$)/.test(path))
    .filter((path) => examples[path] === undefined)
    .map((name) => ({ name, outcome: "failed", why: "not in the table of examples" }));
}
