import { existsSync } from "node:fs";
import { join } from "node:path";
import { historyNames, newestHistoryNames } from "../../support/histories.ts";
import { startNode } from "../../support/start-node.ts";
import { runCase } from "../case.ts";
import { goBuild } from "../go/build.ts";
import { goToolchain } from "../go/toolchain.ts";
import { remedyFor } from "../sources.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { checkConstruction, fundedAccounts } from "./check-construction.ts";
import { checkData } from "./check-data.ts";

/** mesh-cli checks the node's blocks and balances on recorded chains. */
export const meshCli: Suite = {
  about:
    "check:data of mesh-cli with historical balances on recorded chains and a dev node, check:construction",
  needs: [
    {
      what: "checkout of mesh-cli",
      remedy: remedyFor("mesh-cli"),
      isThere: async (context) => existsSync(join(checkoutOf(context), "cmd/check_data.go")),
    },
    goToolchain,
  ],
  async run(context) {
    const program = join(context.cache, "mesh-cli");
    await goBuild(context, checkoutOf(context), "build", "-o", program, ".");
    const cases: Case[] = [];
    for (const name of [...historyNames, ...newestHistoryNames])
      cases.push(
        await runCase(`check:data ${name}`, () => onRecordedChain(program, name, context)),
      );
    cases.push(...(await onDevNode(program, context)));
    return cases;
  },
};

/** check:data reads while check:construction sends. */
async function onDevNode(program: string, context: Context): Promise<Case[]> {
  const { url } = await context.startCouloir("--block-production=auto");
  const checked = { program, url, network: "local" };
  const funded = await fundedAccounts(checked);
  const underLoad = runCase("check:construction", () =>
    checkConstruction(checked, funded, context),
  );
  return [
    await runCase("check:data dev node under load", () => checkData(checked, "loaded", context)),
    await underLoad,
    await runCase("check:data dev node", () => checkData(checked, "dev-node", context)),
  ];
}

async function onRecordedChain(program: string, name: string, context: Context): Promise<void> {
  const node = await startNode({ chain: name, mesh: "true" });
  try {
    await checkData({ program, url: node.url, network: "network-1337" }, name, context);
  } finally {
    await node.stop();
  }
}

function checkoutOf(context: Context): string {
  return context.source("mesh-cli") ?? "";
}
