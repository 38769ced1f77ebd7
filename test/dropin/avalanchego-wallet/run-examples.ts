import { readdirSync } from "node:fs";
import { join } from "node:path";
import { avalancheGo, buildPrograms, sourcesOf } from "../avalanchego/module.ts";
import { defaultPort, isFree } from "../default-port.ts";
import type { Case, Context } from "../suite.ts";
import { examples } from "./examples.ts";

const folder = "wallet/subnet/primary/examples";

/** Runs AvalancheGo's example programs, each against the same node at the URL that they have. */
export async function runExamples(context: Context): Promise<readonly Case[]> {
  const cases: Case[] = [];
  const toRun: string[] = [];
  for (const name of readdirSync(join(await sourcesOf(context), folder))) {
    const example = examples[name];
    if (example === "run") toRun.push(name);
    else cases.push(notRun(name, example?.skipped));
  }
  if (!(await isFree(defaultPort))) {
    const why = `port ${defaultPort}, which the program has as its URL, is taken`;
    return [...cases, ...toRun.map((name): Case => ({ name, outcome: "skipped", why }))];
  }
  await context.startCouloir(
    `--http-port=${defaultPort}`,
    "--network-id=local",
    "--hardfork=etna",
    // One example adds the node as a validator, which a dev node with the keys of the local network is already.
    "--staking-ephemeral-cert-enabled",
    "--staking-ephemeral-signer-enabled",
  );
  for (const name of toRun) {
    const program = join(context.cache, name);
    await buildPrograms(context, program, `${avalancheGo}/${folder}/${name}`);
    const options = { log: name, cwd: context.cache, timeoutMs: 60_000 };
    const { code, err } = await context.run([program], options);
    const why = err.trim().split("\n").at(-1) ?? "";
    cases.push({ name, ...(code === 0 ? { outcome: "passed" } : { outcome: "failed", why }) });
  }
  return cases;
}

function notRun(name: string, skipped: string | undefined): Case {
  if (skipped !== undefined) return { name, outcome: "skipped", why: skipped };
  return { name, outcome: "failed", why: "not in the table of examples" };
}
