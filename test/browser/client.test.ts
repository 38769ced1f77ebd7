import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { startNode } from "../../src/index.ts";
import { chromiumPath, closeBrowser } from "./chromium.ts";
import { visit } from "./visit.ts";

const client = fileURLToPath(new URL("../../clients/typescript/src/index.ts", import.meta.url));

/** The script of the page: reads the events of ten blocks in two loops, and an error. */
const program = `async () => {
  const { createClient } = couloir;
  const stream = createClient(location.origin).events({ topics: ["block"], fromHeight: 1n });
  const heights = [];
  for await (const event of stream) if (heights.push(String(event.height)) === 4) break;
  for await (const event of stream) if (heights.push(String(event.height)) === 11) break;
  const signal = AbortSignal.timeout(100);
  const mistake = createClient(location.origin).events({ after: "x" });
  const reasons = [];
  for (const each of [createClient(location.origin).events({}, { signal }), mistake]) {
    try {
      for await (const _event of each);
    } catch (error) {
      reasons.push(error.name);
    }
  }
  return { heights, cursor: stream.cursor, reasons };
}`;

afterAll(closeBrowser);

describe.skipIf(chromiumPath === undefined)("the TypeScript client in a browser", () => {
  test("listens to events, and resumes where it was", async () => {
    const { outputFiles } = await build({
      entryPoints: [client],
      bundle: true,
      format: "iife",
      globalName: "couloir",
      write: false,
    });
    const node = await startNode();
    const { page, close } = await visit(node.url);
    try {
      await node.call("dev.increaseTime", { seconds: 31_536_000 });
      const found = await page.evaluate(`${outputFiles[0]?.text}\n(${program})()`);
      const heights = ["11", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
      expect(found).toEqual({
        heights,
        cursor: expect.stringMatching(/^10\.1\./),
        reasons: ["TimeoutError", "QueryError"],
      });
    } finally {
      await close();
      await node.stop();
    }
  });
});
