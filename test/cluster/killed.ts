import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { localID } from "../../src/networks/ids.ts";
import { NodeProcess } from "../e2e/node-process.ts";
import { payerAddress } from "../support/transfers.ts";
import { Checker } from "./checker.ts";
import { Issuer } from "./issuer.ts";
import { type CheckReport, until } from "./report.ts";

export type KilledOptions = {
  readonly processes: number;
  readonly clients: number;
  readonly readerKills: number;
  readonly writerKills: number;
  /** Between two kills. */
  readonly pauseMs: number;
};

/** Checks what many clients see of a node while its processes are killed. */
export async function checkKilled(options: KilledOptions): Promise<CheckReport> {
  const flags = [`--processes=${options.processes}`, "--staking-port=0", "--log-level=warn"];
  const node = await NodeProcess.start(...flags);
  const url = () => node.url;
  const checker = new Checker({ url, clients: options.clients, sees: "any" });
  checker.balanceOf = { addresses: [payerAddress] };
  const issuer = new Issuer(checker, { url, networkID: localID });
  try {
    const { readerKills, writerKills, pauseMs } = options;
    // However slow the machine is, something happens between two kills.
    const working = async () => {
      const { calls, committedCount } = checker;
      await sleep(pauseMs);
      await until(
        () => checker.calls >= calls + options.clients && checker.committedCount > committedCount,
      );
    };
    const readersEach = Math.ceil(readerKills / (writerKills + 1));
    for (let round = 0; round <= writerKills; round++) {
      for (let kill = 0; kill < readersEach; kill++) {
        await working();
        const readers = childrenOf(node.pid);
        const reader = readers[kill % readers.length];
        if (reader !== undefined) process.kill(reader, "SIGKILL");
      }
      await working();
      if (round === writerKills) break;
      const readers = childrenOf(node.pid);
      await node.stop("SIGKILL");
      await untilGone(readers);
      await node.start();
    }
  } finally {
    await issuer.stop();
    await checker.stop();
    const readers = childrenOf(node.pid);
    await node.stop();
    await untilGone(readers);
    await node.discard();
  }
  return checker.report();
}

/** The readers of a node. */
export function childrenOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8")
      .split(" ")
      .filter((text) => text !== "")
      .map(Number),
  );
  return children.filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, "utf8").includes("reader-process");
    } catch {
      return false;
    }
  });
}

/** No process outlives its parent. */
async function untilGone(pids: readonly number[]): Promise<void> {
  await until(() => !pids.some(isAlive));
}

function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
