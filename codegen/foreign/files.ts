import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

type File = { readonly path: string; readonly text: string };

/** Writes files into a folder, with the folders of their paths. */
export function writeFiles(folder: string, files: readonly File[]): void {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
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
