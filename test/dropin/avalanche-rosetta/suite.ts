import { existsSync } from "node:fs";
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { historyNames, newestHistoryNames } from "../../support/histories.ts";
import { startNode } from "../../support/start-node.ts";
import { runCase } from "../case.ts";
import { goBuild } from "../go/build.ts";
import { goToolchain } from "../go/toolchain.ts";
import { remedyFor } from "../sources.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { type Comparison, compareChain, newComparison } from "./compare-chain.ts";

/** What `newComparison` counts of the differences; a mask that nothing needs is a failure. */
const maskNames = ["exports", "execution", "aborted", "unsupported"] as const;

/** Each transaction's operations are those of avalanche-rosetta's parser. */
export const avalancheRosetta: Suite = {
  about: "the operations of Mesh beside those of avalanche-rosetta's parser, on recorded chains",
  needs: [
    {
      what: "checkout of avalanche-rosetta",
      remedy: remedyFor("avalanche-rosetta"),
      isThere: async (context) =>
        existsSync(join(checkoutOf(context), "mapper/pchain/tx_parser.go")),
    },
    goToolchain,
  ],
  async run(context) {
    const program = await buildParser(context);
    const comparison = newComparison();
    const cases: Case[] = [];
    for (const name of [...historyNames, ...newestHistoryNames])
      cases.push(await runCase(name, () => onRecordedChain(program, name, comparison)));
    for (const mask of maskNames) {
      const isNeeded = comparison.masked[mask] > 0;
      cases.push({ name: `mask ${mask} is needed`, outcome: isNeeded ? "passed" : "failed" });
    }
    return cases;
  },
};

async function onRecordedChain(
  program: string,
  name: string,
  comparison: Comparison,
): Promise<void> {
  const node = await startNode({ chain: name, mesh: "true" });
  try {
    await compareChain({ program, url: node.url }, comparison);
  } finally {
    await node.stop();
  }
}

/** parse.go as a program of that module, with a newer blst: its own does not compile today. */
async function buildParser(context: Context): Promise<string> {
  const checkout = checkoutOf(context);
  const [modules, sums] = [join(context.cache, "go.mod"), join(context.cache, "go.sum")];
  await copyFile(join(checkout, "go.mod"), modules);
  await copyFile(join(checkout, "go.sum"), sums);
  const blst = "github.com/supranational/blst";
  await context.run(["go", "mod", "edit", "-replace", `${blst}=${blst}@v0.3.15`, modules], {
    log: "build",
    cwd: context.cache,
  });
  const overlay = join(context.cache, "overlay.json");
  const source = join(import.meta.dirname, "parse.go");
  const Replace = { [join(checkout, "cmd/parse/main.go")]: source };
  await writeFile(overlay, JSON.stringify({ Replace }));
  const program = join(context.cache, "parse");
  const flags = ["-mod=mod", `-modfile=${modules}`, `-overlay=${overlay}`];
  const linker = "-ldflags=-checklinkname=0";
  await goBuild(context, checkout, "build", ...flags, linker, "-o", program, "./cmd/parse");
  return program;
}

function checkoutOf(context: Context): string {
  return context.source("avalanche-rosetta") ?? "";
}
