import { readFileSync } from "node:fs";

/** What a node opens besides connections: code, store and log. */
const ownFiles = 64;
/** The rest is for peers, other nodes, a database, and code that is loaded on use. */
const shareOfClients = 3 / 4;

/**
 * How many connections of clients a process may have, by the number of files that the system lets it open: a node that has opened
 * them all can neither write nor load code, and Node.js never loads again what it failed to load once. Infinite if the number is
 * unknown, as it is outside Linux.
 */
export function connectionsByOpenFiles(limits = readLimits()): number {
  const [, files] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  if (files === undefined) return Number.POSITIVE_INFINITY;
  return Math.max(1, Math.floor((Number(files) - ownFiles) * shareOfClients));
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
