import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { callNode } from "../../../support/call-node.ts";
import { startNodeIn } from "../../../support/start-node.ts";

it("is filled where a version without a ledger has accepted blocks of its store", async () => {
  const directory = await mkdtemp(join(tmpdir(), "couloir-unwritten-"));
  const first = await startNodeIn(directory, {});
  await callNode(first.url, "dev.buildBlock", {});
  await callNode(first.url, "dev.buildBlock", {});
  await first.stop();
  const node = await startNodeIn(directory, {}, ({ store }) => {
    // What such a version leaves: it notes nothing.
    for (const table of ["blocks", "txs", "days"]) {
      const column = table === "days" ? "last_height" : "height";
      store.database().exec(`DELETE FROM ledger_${table} WHERE ${column} > 0`);
    }
  });
  await expect
    .poll(async () => (await callNode(node.url, "ledger.getBlocks", {})).result)
    .toMatchObject({ blocks: [{ height: "2" }, { height: "1" }, { height: "0" }] });
  const status = await callNode(node.url, "ledger.getStatus", {});
  expect(status.result).toMatchObject({ status: "on", complete: [{ from: "0", to: "2" }] });
  await node.stop();
  await rm(directory, { recursive: true });
});
