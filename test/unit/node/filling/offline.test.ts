import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { nodeConfig } from "../../../../src/cli/config.ts";
import { readRawConfig } from "../../../../src/cli/raw-config.ts";
import { run } from "../../../../src/cli/run.ts";
import { createNode } from "../../../../src/node/create-node.ts";
import { silentLog } from "../../../../src/node/logging/log.ts";
import { callNode } from "../../../support/call-node.ts";
import { historyGenesisFile } from "../../../support/histories.ts";

const genesis = historyGenesisFile("small").pathname;
const upgrades = genesis.replace("genesis.json", "upgrade.json");
const terminal = { environment: {}, out: () => {}, err: () => {}, columns: undefined };

it("a node that is offline fills its ledger, although it is never bootstrapped", async () => {
  const directory = await mkdtemp(join(tmpdir(), "couloir-filling-offline-"));
  const history = genesis.replace("genesis.json", "");
  const stored = ["replay", history, `--data-dir=${directory}`, "--ledger=false", "--trusted"];
  expect(await run(stored, terminal)).toBe(0);
  const rules = ["--network-id=1337", `--genesis-file=${genesis}`, `--upgrade-file=${upgrades}`];
  const flags = [`--data-dir=${directory}`, ...rules, "--offline", "--http-port=0"];
  const node = await createNode(nodeConfig(await readRawConfig(flags, {})), silentLog);
  try {
    const url = await node.start();
    const status = async () => (await callNode(url, "ledger.getStatus", {})).result;
    await expect
      .poll(status, { timeout: 30_000 })
      .toMatchObject({ status: "on", complete: [{ from: "0", to: "43" }] });
  } finally {
    await node.stop();
    await rm(directory, { recursive: true });
  }
});
