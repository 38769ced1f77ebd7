import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applyChanges } from "../../../src/pchain/state/changes.ts";
import { MemoryState } from "../../../src/pchain/state/memory-state.ts";
import { digestState } from "../../../src/store/digest.ts";
import { plain } from "../../support/state/read-state.ts";
import { changesAt } from "../../support/store/numbered-blocks.ts";
import { acceptedHeights, openStore, temporaryDirectory } from "../../support/store/open-store.ts";

const writer = fileURLToPath(new URL("../../support/store/endless-writer.ts", import.meta.url));
const killCount = Number(process.env["COULOIR_STORE_KILLS"] ?? 4);

let directory: ReturnType<typeof temporaryDirectory>;
let path: string;
beforeEach(() => {
  directory = temporaryDirectory();
  path = join(directory.path, "chain.db");
});
afterEach(() => directory.remove());

/** Lets the writer run for a while after its first block, kills it, and returns what it last reported as safe. */
async function writeAndKill(batchBlocks: number, runMs: number): Promise<number> {
  const child = spawn(process.execPath, ["--import", "tsx", writer, path, String(batchBlocks)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text: string) => {
    if (output === "") setTimeout(() => child.kill("SIGKILL"), runMs);
    output += text;
  });
  await once(child, "close");
  return Number(output.trimEnd().split("\n").at(-1));
}

describe.each([
  ["each block in a transaction of its own", 1],
  ["sixteen blocks in a transaction", 16],
])("a process that is killed while it writes, %s", (_name, batchBlocks) => {
  test("leaves complete blocks, and at least those that it acknowledged", async () => {
    const memory = new MemoryState();
    let height = 0;
    for (let kill = 0; kill < killCount; kill++) {
      const safeHeight = await writeAndKill(batchBlocks, 20 + Math.random() * 150);
      const store = openStore({ path, modules: [acceptedHeights] });
      const last = Number(store.blocks.lastAccepted().height);
      expect(last).toBeGreaterThanOrEqual(safeHeight);
      expect(last % batchBlocks).toBe(0);
      const count = store.database().prepare("SELECT count(*) FROM accepted_heights").pluck();
      expect(count.get()).toBe(last);
      while (height < last) {
        height++;
        applyChanges(memory, changesAt(height, memory));
      }
      const expected = digestState(memory, store.blocks.lastAccepted());
      expect(plain(store.digest())).toBe(plain(expected));
      expect(store.database().pragma("integrity_check", { simple: true })).toBe("ok");
      store.close();
    }
    expect(height).toBeGreaterThan(0);
  });
});
