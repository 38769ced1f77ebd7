import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runCase } from "../case.ts";
import { remedyFor } from "../sources.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { bundleExample } from "./bundle.ts";
import { type Example, examples, type Run } from "./examples.ts";
import { World } from "./world.ts";

/** The examples of @avalabs/avalanchejs, on the package that is installed. */
export const avalanchejs: Suite = {
  about: "the examples of @avalabs/avalanchejs on the installed package, 5.2.0",
  needs: [
    {
      what: "checkout of avalanchejs",
      remedy: remedyFor("avalanchejs"),
      isThere: async (context) => existsSync(join(folderOf(context), "p-chain")),
    },
  ],
  async run(context) {
    // The examples stake 1 AVAX, which is enough on Fuji.
    const stakes = ["--min-validator-stake=1000000000", "--min-delegator-stake=1000000000"];
    const node = await context.startCouloir("--network-id=local", ...stakes);
    const world = await World.open(node);
    const cases: Case[] = [];
    for (const [file, example] of Object.entries(examples)) {
      cases.push(await runExample(context, world, file, example));
    }
    return [...cases, ...unknownExamples(folderOf(context))];
  },
};

function folderOf(context: Context): string {
  return join(context.source("avalanchejs") ?? "", "examples");
}

async function runExample(
  context: Context,
  world: World,
  file: string,
  example: Example,
): Promise<Case> {
  if ("skipped" in example) return { name: file, outcome: "skipped", why: example.skipped };
  const name = example.blanks === undefined ? file : `${file} (${example.blanks.because})`;
  return runCase(name, () => runToItsEnd(context, world, file, example));
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

/** Examples that a newer checkout has: nothing is left out in silence. */
function unknownExamples(folder: string): Case[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !/(^|\/)(utils\/|chain_apis\.ts$)/.test(path))
    .filter((path) => examples[path] === undefined)
    .map((name) => ({ name, outcome: "failed", why: "not in the table of examples" }));
}
