import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "../../e2e/rpc.ts";
import { failed, runCase } from "../case.ts";
import { defaultPort, isFree } from "../default-port.ts";
import { npmPackages } from "../npm-packages.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { examples, foreignFolders, type Run } from "./examples.ts";
import { networkFlags } from "./network.ts";

const tsx = join(import.meta.dirname, "../../../node_modules/.bin/tsx");

/** The examples that the package brings along, on a network of the time when it was written. */
export const avalanche: Suite = {
  about: "the examples of avalanche 3.16.0, which AvalancheJS was called before version 4",
  needs: [
    npmPackages({ avalanche: "3.16.0" }),
    {
      what: `free port ${defaultPort}`,
      remedy: "the examples know no other: end what listens there",
      isThere: () => isFree(defaultPort),
    },
  ],
  async run(context) {
    const { url } = await context.startCouloir(...networkFlags(context.cache));
    const cases: Case[] = [];
    let before = await snapshot(url);
    for (const [file, example] of Object.entries(examples)) {
      if ("skipped" in example) {
        cases.push({ name: file, outcome: "skipped", why: example.skipped });
        continue;
      }
      cases.push(await runCase(file, () => runExample(context, url, file, example)));
      if (example.keeps) continue;
      await ask(url, "/ext/dev", "dev.revert", { snapshotID: before });
      before = await snapshot(url);
    }
    return [...cases, ...unknownExamples(folderOf(context))];
  },
};

function folderOf({ cache }: Context): string {
  return join(cache, "node_modules/avalanche/examples");
}

async function snapshot(url: string): Promise<string> {
  const { snapshotID } = await ask<{ snapshotID: string }>(url, "/ext/dev", "dev.snapshot");
  return snapshotID;
}

async function runExample(
  context: Context,
  url: string,
  file: string,
  { prints }: Run,
): Promise<void> {
  const log = file.replaceAll("/", "-").replace(/\.ts$/, "");
  const command = [tsx, join(folderOf(context), file)] as const;
  const { code, out, err } = await context.run(command, { log, cwd: context.cache });
  assert.equal(code, 0, /^\w*Error: .*/m.exec(err)?.[0] ?? `exit code ${code}`);
  assert.match(out, prints);
  const [, txID] = /TXID: (\w+)/.exec(out) ?? [];
  if (txID !== undefined) await waitUntilCommitted(url, txID);
}

async function waitUntilCommitted(url: string, txID: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const params = { txID };
    const { status } = await ask<{ status: string }>(url, "/ext/P", "platform.getTxStatus", params);
    if (status === "Committed") return;
    await sleep(50);
  }
  throw new Error(`${txID} is not committed`);
}

/** Nothing is left out in silence. */
function unknownExamples(folder: string): Case[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !foreignFolders.includes(path.split("/")[0] ?? ""))
    .filter((path) => examples[path] === undefined)
    .map((path) => failed(path, "not in the table of examples"));
}
