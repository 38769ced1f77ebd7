import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Output } from "./emit/writer.ts";

/** What lies on disk other than the contract says. */
export type Difference = {
  readonly path: string;
  /** `missing` and `stale` files would be written, `orphaned` ones removed. */
  readonly state: "missing" | "stale" | "orphaned";
};

/** Compares what was made with what lies below `root`; in `folders` no other files may lie. */
export function compareFiles(
  root: string,
  outputs: readonly Output[],
  folders: readonly string[],
): Difference[] {
  const differences: Difference[] = [];
  for (const { path, text } of outputs) {
    const file = join(root, path);
    if (!existsSync(file)) differences.push({ path, state: "missing" });
    else if (readFileSync(file, "utf8") !== text) differences.push({ path, state: "stale" });
  }
  const made = new Set(outputs.map((output) => output.path));
  for (const path of folders.flatMap((folder) => listFiles(root, folder))) {
    if (!made.has(path)) differences.push({ path, state: "orphaned" });
  }
  return differences;
}

/** Makes the disk equal to what was made: writes what is missing or stale, removes what is orphaned. */
export function writeFiles(
  root: string,
  outputs: readonly Output[],
  differences: readonly Difference[],
): void {
  const texts = new Map(outputs.map((output) => [output.path, output.text]));
  for (const { path } of differences) {
    const text = texts.get(path);
    if (text === undefined) rmSync(join(root, path));
    else writeFile(root, path, text);
  }
}

/** Writes those files that do not exist, and answers their paths. */
export function writeMissing(root: string, outputs: readonly Output[]): string[] {
  const missing = outputs.filter(({ path }) => !existsSync(join(root, path)));
  for (const { path, text } of missing) writeFile(root, path, text);
  return missing.map(({ path }) => path);
}

function writeFile(root: string, path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function listFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}
