/*
 * The manifest of the package differs from that of a checkout: it supports only versions of Node for which better-sqlite3
 * has binaries, which are in its bundle, so that nothing has to be compiled, and it has no scripts and no development dependencies. npm, pnpm and Yarn
 * run `write` before they pack and `restore` after it. A `restore` that was interrupted is made up for by the next `write`.
 */
import { existsSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = fileURLToPath(new URL("../package.json", import.meta.url));
const kept = `${path}.checkout`;

const isMain = process.argv[1] === fileURLToPath(import.meta.url);
const [action] = isMain ? process.argv.slice(2) : [];
if (isMain && existsSync(kept)) renameSync(kept, path);
if (action === "write") {
  const text = readFileSync(path, "utf8");
  const { atime, mtime } = statSync(path);
  writeFileSync(kept, text);
  writeFileSync(path, `${JSON.stringify(packedManifest(JSON.parse(text)), null, 2)}\n`);
  // The executable compares this time with that of the bundle.
  for (const file of [kept, path]) utimesSync(file, atime, mtime);
}

/** The package whose binaries are in the bundle of the package: see packed-driver.mjs. */
export const driver = "better-sqlite3";

/** @param {Record<string, any>} checkout */
export function packedManifest({
  scripts: _scripts,
  devDependencies: _devDependencies,
  allowScripts: _allowScripts,
  overrides: _overrides,
  optionalDependencies: _optionalDependencies,
  ...rest
}) {
  return { ...rest, engines: { node: ">=22.14" } };
}
