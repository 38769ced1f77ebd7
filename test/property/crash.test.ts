import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "../../src/cli/run.ts";
import { historyFolder, openHistoryChain } from "../support/history-chain.ts";
import { torture } from "../support/tortured-node.ts";

/** `COULOIR_KILLS=50` takes about two minutes; `npm run torture:kills` does a thousand. */
const kills = Number(process.env["COULOIR_KILLS"] ?? 2);

it("loses no acknowledged transaction when it is killed under load", async () => {
  const { acknowledged, blocks } = await torture(kills, () => undefined);
  expect(acknowledged).toBeGreaterThan(kills);
  expect(blocks).toBeGreaterThan(0n);
}, 600_000);

it("has the same state after a restart, by every way to read it", async () => {
  const directory = mkdtempSync(join(tmpdir(), "couloir-restart-"));
  const output: string[] = [];
  const terminal = {
    environment: {},
    out: (text: string) => void output.push(text),
    err: (text: string) => void output.push(text),
    columns: undefined,
  };
  const history = historyFolder("small");
  expect(
    await run(["replay", history, "--rules=avalanchego-1.12", "--db-dir", directory], terminal),
  ).toBe(0);
  const [, digest] = /^height 43, state digest ([0-9a-f]{64})$/m.exec(output.join(""))!;
  const database = { directory, inMemory: false, readOnly: false };
  const { source, opened } = await openHistoryChain("small", database);
  expect(Buffer.from(opened.store.digest()).toString("hex")).toBe(digest);
  await opened.close();
  output.length = 0;
  expect(await run(["digest", `--db-dir=${directory}`, ...source.flags], terminal)).toBe(0);
  expect(output).toEqual([`${digest}\n`]);
  expect(
    await run(["replay", history, "--rules=avalanchego-1.12", "--db-dir", directory], terminal),
  ).toBe(1);
  expect(output.at(-1)).toContain("choose an empty directory");
  rmSync(directory, { recursive: true });
});
