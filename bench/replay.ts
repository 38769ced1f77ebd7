import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
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
  /** Of AvalancheGo's VM; undefined without one for the rules of the chain. */
  readonly vm: { readonly trusted: number; readonly verified: number } | undefined;
};

/** History recorders by the rules that they record: test binaries of vms/platformvm that time a replay. */
export type Recorders = ReadonlyMap<string, string>;

const recorded = [
  "etna",
  "banff-to-etna",
  "apricot-to-etna",
  "helicon-1",
  "etna-to-helicon-1",
  "all-1",
].map((name) => join(import.meta.dirname, "../test/histories", name));

/** Replays history folders, the recorded ones unless others are named. */
export async function measureReplays(
  recorders: Recorders,
  folders = recorded,
): Promise<ReplayFigures[]> {
  const figures: ReplayFigures[] = [];
  for (const folder of folders) {
    const bare = await withoutQuestions(folder);
    const rules = rulesOf(folder);
    const [trusted, verified] = [
      await replay(bare, [`--rules=${rules}`, "--trusted"]),
      await replay(bare, [`--rules=${rules}`]),
    ];
    const recorder = recorders.get(rules);
    const vm = recorder === undefined ? undefined : await replaysInVM(recorder, bare);
    rmSync(bare, { recursive: true });
    figures.push({
      name: basename(folder),
      blocks: verified.blocks,
      trusted: trusted.perSecond,
      verified: verified.perSecond,
      vm,
    });
  }
  return figures;
}

/** The release that recorded a chain is known by the upgrades that it knows. */
function rulesOf(folder: string): "avalanchego-1.12" | "newest" {
  const upgrades = join(folder, "upgrade.json");
  const isNew = existsSync(upgrades) && readFileSync(upgrades, "utf8").includes("heliconTime");
  return isNew ? "newest" : "avalanchego-1.12";
}

async function replaysInVM(recorder: string, folder: string): Promise<ReplayFigures["vm"]> {
  return {
    trusted: await replayInVM(recorder, folder, { REPLAY_TRUSTED: "1" }),
    verified: await replayInVM(recorder, folder, {}),
  };
}

async function replayInVM(
  recorder: string,
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<number> {
  const env = { ...process.env, ...environment, REPLAY_DIR: folder };
  // The VM of v1.12.1 leaves goroutines, which makes its exit code 1 after a replay that passed.
  const { stdout } = await promisify(execFile)(recorder, ["-test.run", "TestReplay"], {
    env,
  }).catch((error: { readonly stdout: string }) => error);
  const perSecond = /(\d+) per second/.exec(stdout)?.[1];
  if (perSecond === undefined) throw new Error(stdout);
  return Number(perSecond);
}

/** A copy that has only what changes the chain: threads would work while questions are read. */
async function withoutQuestions(folder: string): Promise<string> {
  const bare = mkdtempSync(join(tmpdir(), "couloir-bench-"));
  for (const name of ["genesis.json", "upgrade.json"]) {
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(bare, name));
  }
  const lines: string[] = [];
  for await (const line of (await openHistory(folder)).lines()) {
    if (/"event":"(block|atomicUTXO|peer)"/.test(line)) lines.push(`${line}\n`);
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
