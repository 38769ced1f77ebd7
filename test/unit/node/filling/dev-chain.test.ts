import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { callNode } from "../../../support/call-node.ts";
import { startNode, startNodeIn } from "../../../support/start-node.ts";

it("fills the blocks of a developer, which may change nothing", async () => {
  const directory = await mkdtemp(join(tmpdir(), "couloir-filling-dev-"));
  const without = await startNodeIn(directory, { ledger: "false" });
  for (const [method, params] of [
    ["dev.buildBlock", {}],
    ["dev.increaseTime", { seconds: 86_400 }],
    ["dev.buildBlock", {}],
    ["dev.buildBlock", {}],
  ] as const) {
    expect(await callNode(without.url, method, params)).not.toHaveProperty("error");
  }
  await without.stop();
  const node = await startNodeIn(directory, {});
  await expect
    .poll(async () => (await callNode(node.url, "ledger.getStatus", {})).result)
    .toMatchObject({ status: "on", complete: [{ from: "0", to: "3" }] });
  await node.stop();
  await rm(directory, { recursive: true });
});

/** Longer than the local genesis is the newest one, and than its validators validate. */
const seconds = 400 * 86_400;
const withoutLedger = { ledger: "false", "block-production": "auto" };
const address = "P-local1rz9djj8vlj2k7tf7rm57czcwxmjtajhlfv0rp6";

it("fills a chain that is older than the newest local genesis", async () => {
  const directory = await mkdtemp(join(tmpdir(), "couloir-filling-dev-"));
  const without = await startNodeIn(directory, withoutLedger);
  await callNode(without.url, "dev.increaseTime", { seconds });
  await without.stop();
  const node = await startNodeIn(directory, { clock: "2028-01-10T00:00:00Z" });
  await expect
    .poll(async () => (await callNode(node.url, "ledger.getStatus", {})).result)
    .toMatchObject({ status: "on", complete: [{ from: "0", to: "11" }] });
  await node.stop();
  await rm(directory, { recursive: true });
});

it("fills a loaded state whose ledger lacks rows", async () => {
  const without = await startNode(withoutLedger);
  await callNode(without.url, "dev.increaseTime", { seconds });
  const dumped = await callNode(without.url, "dev.dumpState", {});
  const { state } = dumped.result as { readonly state: string };
  await without.stop();
  const node = await startNode({});
  await callNode(node.url, "dev.fund", { address, amount: "7" });
  expect(await callNode(node.url, "dev.loadState", { state })).not.toHaveProperty("error");
  await expect
    .poll(async () => (await callNode(node.url, "ledger.getStatus", {})).result)
    .toMatchObject({ status: "on", complete: [{ from: "0", to: "11" }] });
  const balance = await callNode(node.url, "ledger.getBalance", { addresses: [address] });
  expect(balance.result).toMatchObject({ balance: "0" });
  await node.stop();
});
