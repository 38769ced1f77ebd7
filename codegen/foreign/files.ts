import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UnusableDocument } from "./read.ts";

type File = { readonly path: string; readonly text: string };

/** Writes files into a folder, with the folders of their paths. */
export function writeFiles(folder: string, files: readonly File[]): void {
  for (const { path, text } of files) writeFile(join(folder, path), text);
}

/** Writes a file, with the folders of its path. Throws UnusableDocument. */
export function writeFile(path: string, text: string): void {
  try {
    makeFolder(dirname(resolve(path)));
    writeFileSync(path, text);
  } catch (error) {
    const { message } = error as Error;
    throw new UnusableDocument(`cannot write ${path}: ${message}; choose another place`);
  }
}

/** Does not use mkdir's `recursive`, which never returns below a folder such as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path) && statSync(path).isDirectory()) return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  mkdirSync(path);
}

/** The files that a folder does not have. */
export function missingFiles(folder: string, files: readonly File[]): readonly File[] {
  return files.filter(({ path }) => !existsSync(join(folder, path)));
}

/** The texts of the TypeScript files of a folder, by name. */
export function textsIn(folder: string): ReadonlyMap<string, string> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder).filter((name) => name.endsWith(".ts"));
  return new Map(names.sort().map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
