import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { formatHex } from "../../src/formats/hex.ts";
import {
  executeRecorded,
  followerConfig,
  followerFlags,
  history,
  openFollowed,
} from "./outdated-store.ts";

const executable = new URL("../../bin/couloir", import.meta.url).pathname;
const startTimeoutMs = 120_000;
const begins = "executing the blocks of the store again, because";
const ends = "the state of the store follows from the new rules";
/** A process that finds a healed store: the one before was killed after its last step. */
const serves = "API server listening";

/** How the healings of killed processes ended. */
export type KilledHealings = { readonly kills: number; readonly healed: number };

/**
 * Starts a follower on a store that old rules executed, and kills it at random moments while it executes the blocks again
 * and while it replaces the tables. Every store that was healed must be the one that the right rules make, by digest;
 * then another begins. Throws where one is not.
 */
export async function healUnderKills(
  kills: number,
  report: (text: string) => void,
): Promise<KilledHealings> {
  const directory = mkdtempSync(join(tmpdir(), "couloir-healing-kills-"));
  const [outdated, data] = [join(directory, "outdated"), join(directory, "data")];
  let healed = 0;
  let killed = 0;
  let longestMs = 0;
  try {
    const expected = await rightDigest();
    const count = history.blocks.length;
    const wrong = { graniteTime: "9999-12-01T00:00:00Z" };
    await (await executeRecorded(await followerConfig(outdated, wrong), count)).close();
    cpSync(outdated, data, { recursive: true });
    const verifyHealed = async () => {
      const { store, close } = await openFollowed(await followerConfig(data));
      const digest = formatHex(store.digest());
      const { height } = store.blocks.lastAccepted();
      await close();
      if (digest !== expected || height !== BigInt(count)) {
        throw new Error(
          `after ${killed} kills, the healed store has digest ${digest} at ${height}, not ${expected} at ${count}`,
        );
      }
      healed++;
      rmSync(data, { recursive: true });
      cpSync(outdated, data, { recursive: true });
    };
    while (killed < kills) {
      // The first one heals undisturbed: that is how long the others may run.
      const delayMs = longestMs === 0 ? Number.POSITIVE_INFINITY : Math.random() * longestMs * 1.2;
      const isHealed = await (await Healing.start(data)).killAfter(delayMs);
      if (isHealed === undefined) {
        killed++;
        if (killed % 10 === 0) report(`${killed} kills, ${healed} healed stores`);
      } else {
        longestMs = Math.max(longestMs, isHealed);
        await verifyHealed();
      }
    }
    await (await Healing.start(data)).killAfter(Number.POSITIVE_INFINITY);
    await verifyHealed();
    return { kills: killed, healed };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function rightDigest(): Promise<string> {
  const config = await followerConfig("/nowhere");
  const memory = { directory: "", inMemory: true, readOnly: false };
  const right = await executeRecorded({ ...config, database: memory }, history.blocks.length);
  const digest = formatHex(right.store.digest());
  await right.close();
  return digest;
}

/** A process that heals. */
class Healing {
  readonly #child: ChildProcess;
  readonly #startedAt = performance.now();
  #output = "";

  private constructor(child: ChildProcess) {
    this.#child = child;
    const add = (chunk: Buffer) => {
      this.#output += chunk.toString();
    };
    child.stdout!.on("data", add);
    child.stderr!.on("data", add);
  }

  /** Resolves when it has begun to heal, or has healed. */
  static async start(dataDirectory: string): Promise<Healing> {
    const args = [executable, ...followerFlags(dataDirectory), "--staking-port=0"];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    const healing = new Healing(child);
    while (!healing.#output.includes(begins) && !healing.#hasHealed()) await healing.#wait();
    return healing;
  }

  /** Kills it after that long, or when it has healed: resolves to how long that took, or to undefined. */
  async killAfter(delayMs: number): Promise<number | undefined> {
    const since = performance.now();
    while (!this.#hasHealed() && performance.now() - since < delayMs) await this.#wait();
    const tookMs = performance.now() - since;
    const closed = once(this.#child, "close");
    this.#child.kill("SIGKILL");
    await closed;
    return this.#hasHealed() ? tookMs : undefined;
  }

  #hasHealed(): boolean {
    return [ends, serves].some((text) => this.#output.includes(text));
  }

  async #wait(): Promise<void> {
    await sleep(1);
    const { exitCode } = this.#child;
    if (exitCode !== null) throw new Error(`it ended with ${exitCode}: ${this.#output}`);
    if (performance.now() - this.#startedAt < startTimeoutMs) return;
    this.#child.kill("SIGKILL");
    throw new Error(`it did not heal in time: ${this.#output}`);
  }
}
