import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { callNode } from "../support/call-node.ts";
import { type NodeOptions, type StartedNode, startNodeIn } from "../support/start-node.ts";
import { readTranscript } from "../support/transcripts.ts";

let directory: string;
let running: StartedNode | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "couloir-index-"));
});

afterEach(async () => {
  await stop();
  rmSync(directory, { recursive: true });
});

async function start(options: NodeOptions): Promise<string> {
  await stop();
  running = await startNodeIn(directory, { "block-production": "auto", ...options });
  return running.url;
}

async function stop(): Promise<void> {
  await running?.stop();
  running = undefined;
}

/** The transactions of a transcript that makes three blocks, each on the one before. */
const txs = readTranscript("platform.issueTx/chain-of-blocks")
  .exchanges.map(({ body }) => JSON.parse(body) as { method: string; params: { tx: string } })
  .filter(({ method }) => method === "platform.issueTx")
  .map(({ params }) => params.tx);

async function issue(url: string, which: number): Promise<void> {
  const { error } = await callNode(url, "platform.issueTx", { tx: txs[which]! });
  expect(error).toBeUndefined();
}

async function indexedHeights(url: string): Promise<string[]> {
  const { result } = await callNode(url, "index.getContainerRange", {
    startIndex: 0,
    numToFetch: 1024,
  });
  return (result as unknown as { index: string }[]).map(({ index }) => index);
}

// [spec: 7.index-off] [spec: 3.index.complete] [spec: 2.2.flag.index-allow-incomplete]
it("does not start without the index after a run with it, unless gaps are allowed", async () => {
  const url = await start({ "index-enabled": "true" });
  await issue(url, 0);
  await expect(start({ "index-enabled": "false" })).rejects.toThrow(
    /would become incomplete: .* --index-enabled=false.* --index-allow-incomplete=true/,
  );
  const bare = await start({ "index-enabled": "false", "index-allow-incomplete": "true" });
  await expect(callNode(bare, "index.getLastAccepted")).rejects.toThrow("404");
  await issue(bare, 1);
  await expect(start({ "index-enabled": "true" })).rejects.toThrow(/incomplete/);
});

// [spec: 3.index.complete]
it("does not start with the index after a run without it, unless gaps are allowed", async () => {
  await start({ "index-enabled": "false" });
  await expect(start({ "index-enabled": "true" })).rejects.toThrow(/incomplete/);
  const url = await start({ "index-enabled": "true", "index-allow-incomplete": "true" });
  await issue(url, 0);
  expect(await indexedHeights(url)).toEqual(["0"]);
});

// [spec: 3.index.restart] [spec: 3.index.complete] [spec: 2.2.container.timestamp]
it("resumes the index after a restart, with the blocks that others accepted meanwhile", async () => {
  const blocks = await blocksOfAnotherNode();
  const first = await start({ "index-enabled": "true" });
  await accept(first, blocks[0]!);
  expect(await indexedHeights(first)).toEqual(["0"]);
  const second = await start({ "index-enabled": "true", clock: "2026-11-21T01:00:00Z" });
  expect(await indexedHeights(second)).toEqual(["0"]);
  await accept(second, blocks[1]!);
  await accept(second, blocks[2]!);
  expect(await indexedHeights(second)).toEqual(["0", "1", "2"]);
  const timestamps = await Promise.all(
    [0, 1, 2].map(async (index) => {
      const { result } = await callNode(second, "index.getContainerByIndex", { index });
      return (result as { timestamp: string }).timestamp;
    }),
  );
  expect(timestamps).toEqual([
    "2026-11-21T00:00:00Z",
    "2026-11-21T01:00:00Z",
    "2026-11-21T01:00:00Z",
  ]);
});

async function blocksOfAnotherNode(): Promise<string[]> {
  const other = await startNodeIn(join(directory, "other"), { "block-production": "auto" });
  try {
    for (const which of [0, 1, 2]) await issue(other.url, which);
    const answers = await Promise.all(
      [1, 2, 3].map((height) => callNode(other.url, "platform.getBlockByHeight", { height })),
    );
    return answers.map(({ result }) => (result as { block: string }).block);
  } finally {
    await other.stop();
  }
}

async function accept(url: string, block: string): Promise<void> {
  const { error } = await callNode(url, "dev.acceptBlock", { block, encoding: "hex" }, "/ext/dev");
  expect(error).toBeUndefined();
}
