import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { encodeBytes } from "../../../src/formats/encoding.ts";
import { localID } from "../../../src/networks/ids.ts";
import type { Utxo } from "../../../src/pchain/components/utxo.ts";
import { ask } from "../../e2e/rpc.ts";
import { historyNames, newestHistoryNames } from "../../support/histories.ts";
import { startNode } from "../../support/start-node.ts";
import { divide, payerAddress, spendable } from "../../support/transfers.ts";
import { runCase } from "../case.ts";
import { goBuild } from "../go/build.ts";
import { goToolchain } from "../go/toolchain.ts";
import { remedyFor } from "../sources.ts";
import type { Case, Context, Suite } from "../suite.ts";
import { assertResponses, buildAsserter, type ValidResponses } from "./assert-responses.ts";
import { checkConstruction, fundedAccounts } from "./check-construction.ts";
import { checkData } from "./check-data.ts";

const fundedNavax = 1_000_000_000n;
/** The fee of a transfer, and more. */
const burnedNavax = 10_000_000n;

/** mesh-cli checks the node's blocks and balances on recorded chains; the SDK's asserter, what mesh-cli does not ask for. */
export const meshCli: Suite = {
  about:
    "check:data of mesh-cli with historical balances on recorded chains and a dev node, check:construction, the SDK's asserter",
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
    const asserter = await buildAsserter(context, checkoutOf(context));
    const cases: Case[] = [];
    for (const name of [...historyNames, ...newestHistoryNames]) {
      cases.push(
        await runCase(`check:data ${name}`, () =>
          onRecordedChain(name, (url) =>
            checkData({ program, url, network: "network-1337" }, name, context),
          ),
        ),
        await runCase(`asserter ${name}`, () =>
          onRecordedChain(name, (url) => assertResponses(asserter, url, name, context)),
        ),
      );
    }
    cases.push(await runCase("asserter waiting", () => assertWaiting(asserter, context)));
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

async function onRecordedChain<Result>(
  name: string,
  check: (url: string) => Promise<Result>,
): Promise<void> {
  const node = await startNode({ chain: name, mesh: "true" });
  try {
    await check(node.url);
  } finally {
    await node.stop();
  }
}

/** Transactions that no block contains. */
async function assertWaiting(asserter: string, context: Context): Promise<void> {
  const { url } = await context.startCouloir("--block-production=manual", "--mesh");
  for (const utxo of await payerUtxos(url, 3)) {
    const tx = encodeBytes(divide(localID, utxo, 2, burnedNavax).bytes, "hex");
    await ask(url, "/ext/bc/P", "platform.issueTx", { tx, encoding: "hex" });
  }
  const valid: ValidResponses = await assertResponses(asserter, url, "waiting", context);
  assert.equal(valid["/mempool/transaction"], 3);
}

/** UTXOs that a dev node has just made, one a transaction. */
async function payerUtxos(url: string, count: number): Promise<readonly Utxo[]> {
  for (let number = 0; number < count; number++)
    await ask(url, "/ext/dev", "dev.fund", { address: payerAddress, amount: String(fundedNavax) });
  const { utxos } = await ask<{ readonly utxos: readonly string[] }>(
    url,
    "/ext/bc/P",
    "platform.getUTXOs",
    { addresses: [payerAddress], encoding: "hex" },
  );
  return spendable(utxos, fundedNavax).slice(0, count);
}

function checkoutOf(context: Context): string {
  return context.source("mesh-cli") ?? "";
}
