import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { encodeBytes } from "../../../../src/formats/encoding.ts";
import type { TransferOutput } from "../../../../src/pchain/components/outputs.ts";
import { callNode } from "../../../support/call-node.ts";
import { startNode, startNodeIn } from "../../../support/start-node.ts";
import { divide, payerAddress, spendable } from "../../../support/transfers.ts";

const fundedNavax = 77_000_000_000n;
const flags = { "block-production": "auto" };

/** Makes a block that spends what a developer made while the ledger was off, which no block created. */
async function spendFunds(url: string): Promise<void> {
  await callNode(url, "dev.fund", { address: payerAddress, amount: String(fundedNavax) });
  const { result } = await callNode(url, "platform.getUTXOs", { addresses: [payerAddress] });
  const { utxos } = result as { readonly utxos: string[] };
  const funded = spendable(utxos, fundedNavax).find(
    ({ output }) => (output as TransferOutput).amount === fundedNavax,
  );
  const tx = encodeBytes(divide(12_345, funded!, 2, 10_000_000n).bytes, "hex");
  expect(await callNode(url, "platform.issueTx", { tx })).not.toHaveProperty("error");
}

const problem = expect.stringMatching(
  /^block 1 of the store cannot be executed again: .+; it may spend what was made outside of blocks while the ledger was off: dev\.reset begins a chain with a ledger$/,
);

async function expectStopped(url: string): Promise<void> {
  await expect
    .poll(async () => (await callNode(url, "ledger.getStatus", {})).result)
    .toMatchObject({ status: "filling", complete: [{ from: "0", to: "0" }], problem });
  expect(await callNode(url, "ledger.getBalance", { addresses: [payerAddress] })).toMatchObject({
    error: {
      message: expect.stringMatching(
        /^the ledger cannot be filled \(block 1 of the store .+\) and lacks height 1: it has heights 0 to 0$/,
      ),
      data: { field: "height", expected: "heights 0 to 0", got: "height 1" },
    },
  });
  await expect
    .poll(() => ledgerCheck(url))
    .toMatchObject({
      message: expect.stringMatching(
        /^the ledger lacks 1 blocks, the next at height 1, and cannot be filled: block 1 of the store/,
      ),
    });
  const metrics = await (await fetch(`${url}/ext/metrics`)).text();
  expect(metrics).toContain("\ncouloir_ledger_filling_stopped 1\n");
}

async function ledgerCheck(url: string): Promise<unknown> {
  const { result } = await callNode(url, "health.health", {}, "/ext/health");
  return (result as { readonly checks: Readonly<Record<string, unknown>> }).checks["ledger"];
}

it("says everywhere why the ledger cannot be filled, until another chain begins", async () => {
  const directory = await mkdtemp(join(tmpdir(), "couloir-filling-stopped-"));
  try {
    const without = await startNodeIn(directory, { ...flags, ledger: "false" });
    await spendFunds(without.url);
    await without.stop();
    const node = await startNodeIn(directory, { ...flags, "health-check-frequency": "100ms" });
    await expectStopped(node.url);
    await callNode(node.url, "dev.reset", {});
    await expect
      .poll(async () => (await callNode(node.url, "ledger.getStatus", {})).result)
      .not.toHaveProperty("problem");
    await expect
      .poll(() => ledgerCheck(node.url))
      .toMatchObject({ message: "the ledger is complete" });
    await node.stop();
  } finally {
    await rm(directory, { recursive: true });
  }
});

it("has its health check once a loaded state lacks rows", async () => {
  const without = await startNode({ ...flags, ledger: "false" });
  await spendFunds(without.url);
  const dumped = await callNode(without.url, "dev.dumpState", {});
  const { state } = dumped.result as { readonly state: string };
  await without.stop();
  const node = await startNode({ ...flags, "health-check-frequency": "100ms" });
  try {
    expect(await ledgerCheck(node.url)).toBeUndefined();
    await callNode(node.url, "dev.loadState", { state });
    await expectStopped(node.url);
  } finally {
    await node.stop();
  }
});
