import { constants } from "node:fs";
import { chmod, copyFile, type FileHandle, open, rm, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { walHeaderBytes } from "./wal-file.ts";

/** How often a copy is begun that the node's checkpoints spoil. */
const triesMax = 20;
const againMs = 250;

/** The node writes so much that no copy of its files is of one moment. */
export class StoreTooBusy extends Error {
  override readonly name = "StoreTooBusy";
}

/**
 * Copies a database that another process may write meanwhile, without locks. While the write-ahead log does not begin
 * again, it has every page that a checkpoint writes to the main file, so that the main file and then the log make a
 * consistent copy. Throws StoreTooBusy.
 */
export async function copyInUse(file: string, copy: string): Promise<void> {
  for (let tries = 0; tries < triesMax; tries++) {
    if (tries > 0) await sleep(againMs);
    const before = await roundOf(file);
    await copyWritable(file, copy);
    await copyLog(file, copy);
    if (before === (await roundOf(file))) return;
  }
  throw new StoreTooBusy(
    `${file} is written faster than it can be copied: try again when the node has caught up, or use a backup (SIGUSR2)`,
  );
}

/** Copies a file that its owner may not be allowed to write, such as one of a backup, so that the copy can be written. */
export async function copyWritable(file: string, copy: string): Promise<void> {
  await copyFile(file, copy, constants.COPYFILE_FICLONE);
  await chmod(copy, 0o600);
}

async function copyLog(file: string, copy: string): Promise<void> {
  await rm(`${copy}-wal`, { force: true });
  try {
    await copyWritable(`${file}-wal`, `${copy}-wal`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Changes when the log begins again. Without a log, only the time of the main file shows that there was one. */
async function roundOf(file: string): Promise<string> {
  const header = await headerOf(`${file}-wal`);
  if (header !== "") return header;
  const { mtimeNs, size } = await stat(file, { bigint: true });
  return `${mtimeNs} ${size}`;
}

async function headerOf(log: string): Promise<string> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(log, "r");
    const header = Buffer.alloc(walHeaderBytes);
    const { bytesRead } = await handle.read(header, 0, header.length, 0);
    return header.subarray(0, bytesRead).toString("hex");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return "";
  } finally {
    await handle?.close();
  }
}
