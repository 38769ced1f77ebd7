import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { openHistory } from "../src/replay/history-source.ts";

export type ReplayFigures = {
  readonly name: string;
  readonly blocks: number;
  /** Blocks a second of a process that has just begun. */
  readonly trusted: number;
  readonly verified: number;
};

const recorded = ["etna", "banff-to-etna", "apricot-to-etna"].map((name) =>
  join(import.meta.dirname, "../test/histories", name),
);

/** Replays history folders, the recorded ones unless others are named. */
export async function measureReplays(folders = recorded): Promise<ReplayFigures[]> {
  const figures: ReplayFigures[] = [];
  for (const folder of folders) {
    const bare = await withoutQuestions(folder);
    const [trusted, verified] = [await replay(bare, ["--trusted"]), await replay(bare, [])];
    rmSync(bare, { recursive: true });
    figures.push({
      name: basename(folder),
      blocks: verified.blocks,
      trusted: trusted.perSecond,
      verified: verified.perSecond,
    });
  }
  return figures;
}

/** A copy that has only what changes the chain: threads would work while questions are read. */
async function withoutQuestions(folder: string): Promise<string> {
  const bare = mkdtempSync(join(tmpdir(), "couloir-bench-"));
  for (const name of ["genesis.json", "upgrade.json"]) {
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(bare, name));
  }
  const lines: string[] = [];
  for await (const line of (await openHistory(folder)).lines()) {
    if (/"event":"(block|atomicUTXO)"/.test(line)) lines.push(`${line}\n`);
  }
  writeFileSync(join(bare, "history.ndjson"), lines.join(""));
  return bare;
}

async function replay(
  folder: string,
  flags: readonly string[],
): Promise<{ blocks: number; perSecond: number }> {
  const executable = join(import.meta.dirname, "../bin/couloir");
  const args = [executable, "replay", folder, ...flags];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const [, blocks, perSecond] = /^(\d+) blocks, (\d+) blocks\/s/.exec(stdout) ?? [];
  if (perSecond === undefined) throw new Error(stdout);
  return { blocks: Number(blocks), perSecond: Number(perSecond) };
}
