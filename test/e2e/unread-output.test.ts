import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { ask } from "./rpc.ts";

const executable = fileURLToPath(new URL("../../bin/couloir", import.meta.url));
/** More than a terminal and a pipe keep for a reader. */
const lines = 1_000;
const startTimeoutMs = 30_000;
const endTimeoutMs = 10_000;

let directory: string;
let child: ChildProcess | undefined;
let nodePid: number | undefined;
afterEach(() => {
  child?.kill("SIGKILL");
  if (nodePid !== undefined && isRunning(nodePid)) process.kill(nodePid, "SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

const canOpenTerminal =
  spawnSync("script", ["-qec", "true", "/dev/null"], { stdio: "ignore" }).status === 0;

it.skipIf(!canOpenTerminal)(
  "a node serves and ends on a terminal that takes no more output (needs `script`)",
  async () => {
    const url = await start();
    await makeLogLines(url, lines);
    expect(await ask(url, "/ext/bc/P", "platform.getHeight")).toEqual({ height: "0" });
    process.kill(nodePid!, "SIGTERM");
    await expect.poll(() => isRunning(nodePid!), { timeout: endTimeoutMs }).toBe(false);
  },
);

/** Starts a node whose output nobody reads. */
async function start(): Promise<string> {
  directory = mkdtempSync(join(tmpdir(), "couloir-unread-"));
  const flags = [`--data-dir=${directory}`, "--http-port=0", "--processes=2"];
  const shown = ["--log-display-level=info", "--log-format=json"];
  const command = [process.execPath, executable, ...flags, ...shown].join(" ");
  // It does not read the terminal while nobody reads its own output.
  const args = ["-qec", command, "/dev/null"];
  child = spawn("script", args, { stdio: ["pipe", "pipe", "ignore"] });
  const context = join(directory, "process.json");
  const deadline = Date.now() + startTimeoutMs;
  while (!existsSync(context)) {
    if (Date.now() > deadline) throw new Error("the node did not start in time");
    await sleep(20);
  }
  const { pid, uri } = JSON.parse(readFileSync(context, "utf8")) as { pid: number; uri: string };
  nodePid = pid;
  return uri;
}

/** Makes the node log that a check fails, and that it passes, in turns. */
async function makeLogLines(url: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await ask(url, "/ext/dev", "dev.setBootstrapped", { bootstrapped: i % 2 === 1 });
  }
}

/** `script` does not wait for its child meanwhile, so that it stays as a zombie. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
