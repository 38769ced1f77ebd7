import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startNode } from "../../src/index.ts";

const script = fileURLToPath(new URL("../../examples/avalanchejs/delegate.js", import.meta.url));

it("the avalanchejs example delegates and is rewarded", async () => {
  const node = await startNode();
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, node.url]);
    expect(stdout).toMatch(/ is Committed\n25 AVAX have earned 0\.0\d+ AVAX in 14 days\n$/);
  } finally {
    await node.stop();
  }
});
