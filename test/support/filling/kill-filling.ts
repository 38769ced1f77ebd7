import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { readEvent } from "../../../src/replay/event.ts";
import { Replay } from "../../../src/replay/replay.ts";
import { StoredCrossings } from "../follow/stored-crossings.ts";
import type { HistoryName } from "../histories.ts";
import { openHistoryChain } from "../history-chain.ts";
import { ledgerRows } from "../ledger-rows.ts";

/** Blocks of an X-chain that export to the P-chain. */
export const crossingBlocks = 300;

const program = fileURLToPath(new URL("./killed-node.ts", import.meta.url));

type Rows = ReturnType<typeof ledgerRows>;

/** The rows of a ledger that was killed, and of one that was not. */
export type Compared = { readonly found: Rows; readonly expected: Rows };

/**
 * Kills a process that fills the ledger of a store, accepts blocks and stores those of an X-chain, again and again. Each time the process comes to the end, hands
 * its rows over and starts again. Returns how often it came to the end.
 */
export async function killFilling(
  name: HistoryName,
  kills: number,
  compare: (rows: Compared) => void,
  killMsMax: number,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "couloir-kills-"));
  const first = join(folder, "first");
  const directory = join(folder, "killed");
  try {
    const expected = await prepare(name, first);
    let completions = 0;
    let killed = 0;
    let isNew = true;
    while (killed < kills || !isNew) {
      if (isNew) cpSync(first, directory, { recursive: true });
      const killAfterMs = killed < kills ? Math.random() * killMsMax : undefined;
      isNew = await runAndKill(name, directory, killAfterMs);
      if (!isNew) {
        killed++;
        continue;
      }
      compare({ found: await storedRows(name, directory), expected });
      rmSync(directory, { recursive: true });
      completions++;
    }
    return completions;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes a store of two thirds of the blocks without a ledger, and returns the rows that all blocks have. */
async function prepare(name: HistoryName, directory: string): Promise<Rows> {
  const live = await openHistoryChain(name);
  const lines: string[] = [];
  for await (const line of live.source.lines()) lines.push(line);
  const database = { directory, inMemory: false, readOnly: false };
  const { opened } = await openHistoryChain(name, database, ["--ledger=false"]);
  await execute(opened, lines.slice(0, (lines.length * 2) / 3));
  // The ledger does not know them yet.
  const crossings = new StoredCrossings(opened);
  crossings.storeTo((crossingBlocks * 2) / 3);
  while (crossings.feed.advance());
  await opened.close();
  await execute(live.opened, lines);
  new StoredCrossings(live.opened).storeTo(crossingBlocks);
  const rows = ledgerRows(live.opened.store.database());
  await live.opened.close();
  return rows;
}

async function execute(
  opened: ConstructorParameters<typeof Replay>[0]["opened"],
  lines: readonly string[],
): Promise<void> {
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  for (const line of lines) await replay.apply(readEvent(line));
  replay.commit();
}

/** Whether the process came to its end before it was killed. */
async function runAndKill(
  name: HistoryName,
  directory: string,
  killAfterMs: number | undefined,
): Promise<boolean> {
  const args = ["--import", "tsx", program, name, directory];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let isComplete = false;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === "complete") isComplete = true;
    if (line !== "begun" || killAfterMs === undefined) continue;
    setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  }
  const code = await exited;
  if (!isComplete && code !== null) throw new Error(`the process ended with ${code}`);
  return isComplete;
}

async function storedRows(name: HistoryName, directory: string): Promise<Rows> {
  const database = { directory, inMemory: false, readOnly: false };
  const { opened } = await openHistoryChain(name, database);
  const { store } = opened;
  if (!store.ledger.isComplete) throw new Error("The ledger has gaps.");
  const rows = ledgerRows(store.database());
  await opened.close();
  return rows;
}
