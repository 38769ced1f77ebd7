import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { callNode } from "../../../support/call-node.ts";
import { startNodeIn } from "../../../support/start-node.ts";

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
