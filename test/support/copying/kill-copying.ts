import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { OpenChain } from "../../../src/node/chain/open-chain.ts";
import { ledgerDatabase } from "../../../src/node/copying/open-ledger-copier.ts";
import { readEvent } from "../../../src/replay/event.ts";
import { Replay } from "../../../src/replay/replay.ts";
import { compareRows } from "../../../src/store/ledger/compare-rows.ts";
import { ledgerRows, rowTables } from "../../../src/store/ledger/rows.ts";
import type { LedgerRow } from "../../../src/store/ledger/schema.ts";
import { Archive } from "../../../src/store/postgres/archive.ts";
import { crossingBlocks } from "../filling/kill-filling.ts";
import { StoredCrossings } from "../follow/stored-crossings.ts";
import type { HistoryName } from "../histories.ts";
import { openHistoryChain } from "../history-chain.ts";
import { TestPostgres } from "../postgres.ts";

/** So few that most rows are removed while they are copied. */
const keepBlocks = "--ledger-keep-blocks=20";

type Crossing = LedgerRow<"crossings">;

const program = fileURLToPath(new URL("./copied-node.ts", import.meta.url));

/** Of the store, in every process. */
export const owner = { storeID: "killed", network: "local", hasArchived: false };

/** How often which process was killed, how many blocks were copied, and how often all of them were. */
export type KilledCopies = {
  readonly nodeKills: number;
  readonly serverKills: number;
  readonly blocks: number;
  readonly completions: number;
  /** Heights whose rows were removed from a store when it was verified. */
  readonly removals: number;
};

/**
 * Kills a process that accepts blocks and copies their rows to PostgreSQL, or PostgreSQL, again and again. After each kill
 * the database must have exactly the rows that a ledger without kills has up to the cursor, and the store at least as many,
 * but for those that every second process which begins with an empty store has removed;
 * at the end of all blocks, the cursor is the last one. Throws where that is not so.
 */
export async function killCopying(
  name: HistoryName,
  kills: number,
  killMsMax: number,
  report: (text: string) => void = () => {},
): Promise<KilledCopies> {
  const folder = mkdtempSync(join(tmpdir(), "couloir-copy-kills-"));
  const directory = join(folder, "killed");
  const server = await TestPostgres.start();
  const expected = await executed(name);
  const count = { nodeKills: 0, serverKills: 0, blocks: 0, completions: 0, removals: 0 };
  try {
    let database = await server.newDatabase();
    let isNew = false;
    while (count.nodeKills + count.serverKills < kills || !isNew) {
      isNew = false;
      const isOver = count.nodeKills + count.serverKills >= kills;
      const kill = isOver ? undefined : Math.random() < 0.5 ? "server" : "node";
      const url = server.url(database);
      const flags = count.completions % 2 === 0 ? [`--db-url=${url}`, keepBlocks] : [];
      const isComplete = await runAndKill([name, directory, url, ...flags], {
        killAfterMs: Math.random() * killMsMax,
        kill: async (child) => {
          if (kill === "node") {
            count.nodeKills++;
            child();
          } else if (kill === "server") {
            count.serverKills++;
            await server.kill("SIGKILL");
            await sleep(Math.random() * 200);
            await server.run();
          }
        },
      });
      const { height, removed } = await verifyCopy({ name, directory, url, isComplete }, expected);
      count.removals += removed;
      report(`${JSON.stringify(count)}: height ${height}${isComplete ? ", complete" : ""}`);
      if (!isComplete) continue;
      const last = Number(expected.store.blocks.lastAccepted().height);
      if (height !== last) throw new Error(`the cursor is ${height} instead of ${last}`);
      count.completions++;
      count.blocks += height + 1;
      rmSync(directory, { recursive: true });
      database = await server.newDatabase();
      isNew = true;
    }
    return count;
  } finally {
    await expected.close();
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The chain of all blocks, in memory. */
async function executed(name: HistoryName): Promise<OpenChain> {
  const { source, opened } = await openHistoryChain(name);
  const replay = new Replay({ opened, machineClock: () => 0n, mode: "trusted", compare: false });
  for await (const line of source.lines()) await replay.apply(readEvent(line));
  replay.commit();
  new StoredCrossings(opened).storeTo(crossingBlocks);
  return opened;
}

/** Compares the store and the database with a chain without kills. Returns the height of the cursor, and how many heights were removed. */
async function verifyCopy(
  {
    name,
    directory,
    url,
    isComplete,
  }: {
    readonly name: HistoryName;
    readonly directory: string;
    readonly url: string;
    readonly isComplete: boolean;
  },
  expected: OpenChain,
): Promise<{ readonly height: number; readonly removed: number }> {
  const place = { directory, inMemory: false, readOnly: false };
  const { opened } = await openHistoryChain(name, place, ["--dev=false"]);
  const archive = Archive.at(url, owner);
  try {
    const database = ledgerDatabase(archive, opened);
    const { from: local } = opened.store.ledger.local;
    const height = (await database.height()) ?? -1;
    const tip = Number(opened.store.blocks.lastAccepted().height);
    if (height > tip) throw new Error(`the cursor ${height} is above the tip ${tip}`);
    for (const table of rowTables) {
      const rowsOf = (chain: OpenChain, from: number, to: number) =>
        ledgerRows(chain.store.database(), table, { from, to, order: "key" });
      if (local > height + 1) throw new Error(`rows below ${local} were removed and not copied`);
      const pairs = [
        // Nothing above the cursor may be there.
        { found: database.rows(table, Number.MAX_SAFE_INTEGER), from: 0, to: height },
        { found: rowsOf(opened, local, tip), from: local, to: tip },
      ];
      for (const { found, from, to } of pairs) {
        const { differences, first } = await compareRows(table, {
          found,
          expected: rowsOf(expected, from, to),
        });
        if (differences > 0) throw new Error(`at height ${to}: ${JSON.stringify(first)}`);
      }
    }
    const stored = await verifyCrossings(opened.store.ledger.crossings.all(), expected);
    const copied = await verifyCrossings(database.crossings(), expected);
    const rows = [...expected.store.ledger.crossings.all()].length;
    if (copied > stored || (isComplete && copied !== rows)) {
      throw new Error(`${copied} of ${stored} crossings are copied, of ${rows}`);
    }
    return { height, removed: local };
  } finally {
    await archive.close();
    await opened.close();
  }
}

/** Returns how many rows are found, which must be the first ones. */
async function verifyCrossings(
  found: Iterable<Crossing> | AsyncIterable<Crossing>,
  { store }: OpenChain,
): Promise<number> {
  const rows: Crossing[] = [];
  for await (const row of found as AsyncIterable<Crossing>) rows.push(row);
  const expected = [...store.ledger.crossings.all()].slice(0, rows.length);
  const { differences, first } = await compareRows("crossings", { found: rows, expected });
  if (differences > 0) throw new Error(`crossings: ${JSON.stringify(first)}`);
  return rows.length;
}

/** Whether the process came to its end. */
async function runAndKill(
  args: readonly string[],
  {
    killAfterMs,
    kill,
  }: {
    readonly killAfterMs: number;
    readonly kill: (killChild: () => void) => Promise<void>;
  },
): Promise<boolean> {
  const child = spawn(process.execPath, ["--import", "tsx", program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let isComplete = false;
  let killing: Promise<void> | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === "complete") isComplete = true;
    if (line !== "begun") continue;
    killing = sleep(killAfterMs).then(() => kill(() => child.kill("SIGKILL")));
  }
  const code = await exited;
  await killing;
  if (!isComplete && code !== null) throw new Error(`the process ended with ${code}`);
  return isComplete;
}
