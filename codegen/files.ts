import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Output } from "./emit/writer.ts";
import type { GeneratedPlace } from "./outputs.ts";

/** A difference between the files on disk and the contract. */
export type Difference = {
  readonly path: string;
  /** `missing` and `stale` files would be written, `orphaned` ones removed. */
  readonly state: "missing" | "stale" | "orphaned";
};

/** Compares outputs with the files below `root`. In `places`, no other files are allowed. */
export function compareFiles(
  root: string,
  outputs: readonly Output[],
  places: readonly GeneratedPlace[],
): Difference[] {
  const differences: Difference[] = [];
  for (const { path, text } of outputs) {
    const file = join(root, path);
    if (!existsSync(file)) differences.push({ path, state: "missing" });
    else if (readFileSync(file, "utf8") !== text) differences.push({ path, state: "stale" });
  }
  const made = new Set(outputs.map((output) => output.path));
  for (const path of places.flatMap((place) => listFiles(root, place))) {
    if (!made.has(path)) differences.push({ path, state: "orphaned" });
  }
  return differences;
}

/** Makes the disk match the outputs: writes missing and stale files, removes orphaned ones. */
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

/** Writes the files that do not exist, and returns their paths. */
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

function listFiles(root: string, { folder, isGenerated = () => true }: GeneratedPlace): string[] {
  const top = join(root, folder);
  return walk(top)
    .map((file) => relative(top, file))
    .filter(isGenerated)
    .map((path) => join(folder, path))
    .sort();
}

function walk(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [path];
    return entry.isDirectory() && !isBuilt(entry.name) ? walk(path) : [];
  });
}

/** Whether a folder contains build output of a language's tools. */
function isBuilt(name: string): boolean {
  return name.startsWith(".") || name === "target" || name === "node_modules";
}
