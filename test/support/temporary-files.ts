import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { freemem } from "node:os";

const memory = "/dev/shm";
const bytesMin = 4 * 1024 ** 3;

/**
 * Puts the temporary files of all tests into memory, where there is room: no test cuts the power, and waiting for a disk
 * takes a fifth of their time. `TMPDIR` chooses another folder.
 */
export function setup(): (() => void) | undefined {
  if (process.env["TMPDIR"] !== undefined || !hasRoom()) return undefined;
  const directory = mkdtempSync(`${memory}/couloir-`);
  // Database servers run as other users.
  chmodSync(directory, 0o755);
  process.env["TMPDIR"] = directory;
  return () => rmSync(directory, { recursive: true, force: true });
}

function hasRoom(): boolean {
  if (!existsSync(memory) || !runsPrograms()) return false;
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, freemem()) > bytesMin;
}

function runsPrograms(): boolean {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const mount = mounts.find((line) => line.split(" ")[1] === memory);
  return mount !== undefined && !mount.split(" ")[3]!.split(",").includes("noexec");
}
