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

/**
 * Blocks a second, medians of the rounds. Both sides count the same time: from a block's bytes to its acceptance, without
 * the start of the process, the genesis, and reading the lines of the history. Both have their database in memory. Ours
 * begins in a process that has compiled nothing yet: the same chain a fourth time takes two thirds of the CPU time.
 */
export type ReplaySpeeds = { readonly trusted: number; readonly verified: number };

export type ReplayFigures = ReplaySpeeds & {
  readonly name: string;
  readonly blocks: number;
  /** Of AvalancheGo's VM; undefined without one for the rules of the chain. */
  readonly vm: ReplaySpeeds | undefined;
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

/** Replays history folders, the recorded ones unless others are named. The two sides take turns. */
export async function measureReplays(
  recorders: Recorders,
  rounds: number,
  folders = recorded,
): Promise<ReplayFigures[]> {
  const figures: ReplayFigures[] = [];
  for (const folder of folders) {
    const bare = await withoutQuestions(folder);
    const rules = rulesOf(folder);
    const recorder = recorders.get(rules);
    const own: Replayed[] = [];
    const others: ReplaySpeeds[] = [];
    for (let round = 0; round < rounds; round++) {
      own.push(await replays(bare, rules));
      if (recorder !== undefined) others.push(await replaysInVM(recorder, bare));
    }
    rmSync(bare, { recursive: true });
    figures.push({
      name: basename(folder),
      blocks: own[0]!.blocks,
      ...medians(own),
      vm: recorder === undefined ? undefined : medians(others),
    });
  }
  return figures;
}

type Replayed = ReplaySpeeds & { readonly blocks: number };

async function replays(folder: string, rules: string): Promise<Replayed> {
  const trusted = await replay(folder, [`--rules=${rules}`, "--trusted"]);
  const verified = await replay(folder, [`--rules=${rules}`]);
  return {
    blocks: verified.blocks,
    trusted: trusted.perSecond,
    verified: verified.perSecond,
  };
}

function medians(speeds: readonly ReplaySpeeds[]): ReplaySpeeds {
  const median = (name: keyof ReplaySpeeds) =>
    speeds.map((each) => each[name]).sort((a, b) => a - b)[speeds.length >> 1]!;
  return { trusted: median("trusted"), verified: median("verified") };
}

/** The release that recorded a chain is known by the upgrades that it knows. */
function rulesOf(folder: string): "avalanchego-1.12" | "newest" {
  const upgrades = join(folder, "upgrade.json");
  const isNew = existsSync(upgrades) && readFileSync(upgrades, "utf8").includes("heliconTime");
  return isNew ? "newest" : "avalanchego-1.12";
}

async function replaysInVM(recorder: string, folder: string): Promise<ReplaySpeeds> {
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
