import { expect, it } from "vitest";
import { activityLines } from "../../../src/cli/activity-display.ts";
import { nodeConfig } from "../../../src/cli/config.ts";
import { readRawConfig } from "../../../src/cli/raw-config.ts";
import { createNode } from "../../../src/node/create-node.ts";
import { silentLog } from "../../../src/node/logging/log.ts";
import { callNode } from "../../support/call-node.ts";

it("has a line for each call, with its error, and for each block", async () => {
  const args = ["--ephemeral", "--http-port=0", "--block-production=manual"];
  let text = "";
  const node = await createNode(nodeConfig(await readRawConfig(args, {})), silentLog, {
    onActivity: (activity) => {
      text += activityLines(activity);
    },
  });
  const url = await node.start();
  await callNode(url, "platform.getHeight");
  await callNode(url, "platform.getHeight");
  await callNode(url, "platform.getBlockByHeight", { height: 9 });
  await callNode(url, "platform.getTx", { txID: "x" });
  await callNode(url, "platform.getCurrentSupply", { subnetId: null, height: 1 });
  await callNode(url, "dev.buildBlock");
  await node.stop();
  const call = (name: string) => `  ${name}  \\d+\\.\\d ms`;
  expect(text).toMatch(
    new RegExp(
      `^(${call("platform.getHeight")}\n){2}` +
        `${call("platform.getBlockByHeight")}  error: couldn't get block at height 9: not found\n` +
        `${call("platform.getTx")}  error: txID: expected a cb58 ID of 32 bytes, got "x"\n` +
        `${call("platform.getCurrentSupply")}\n` +
        `    Warning  platform.getCurrentSupply ignores the param "height"\n` +
        `  Block 1  \\w+  BanffStandardBlock  20\\S+Z\n${call("dev.buildBlock")}\n$`,
    ),
  );
});
