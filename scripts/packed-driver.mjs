/*
 * Copies better-sqlite3 13 with its binaries and its licence into dist/, for the package. As a dependency, npm 10 and 11 would
 * compile it in a project that has a lock file, and Yarn would warn about it: it contains a `binding.gyp` that nobody needs.
 * `npm ci` does not install it on Node 20, where it does not run; there it is downloaded, as package-lock.json names it.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { licenceOf, separator } from "./licences.mjs";
import { driver } from "./packed-manifest.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, "dist");
const installed = join(root, "node_modules", driver);
const source = existsSync(join(installed, "prebuilds")) ? installed : downloaded();
const { name, version, license, main } = JSON.parse(
  readFileSync(join(source, "package.json"), "utf8"),
);

const copy = join(dist, "native", driver);
mkdirSync(copy, { recursive: true });
for (const part of ["lib", "prebuilds", "LICENSE"]) {
  cpSync(join(source, part), join(copy, part), { recursive: true });
}
// Without the dependencies and exports that only its compilation needs.
const manifest = { name, version, license, main };
writeFileSync(join(copy, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
appendFileSync(join(dist, "LICENCES.txt"), `${separator}${licenceOf(source)}`);

function downloaded() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { version, integrity } = packages[`node_modules/${driver}`];
  const folder = mkdtempSync(join(tmpdir(), "couloir-driver-"));
  const flags = ["--json", "--no-dry-run", `--pack-destination=${folder}`];
  const args = ["pack", ...flags, `${driver}@${version}`];
  const stdio = ["ignore", "pipe", "inherit"];
  const [packed] = Object.values(
    JSON.parse(execFileSync("npm", args, { cwd: folder, stdio }).toString()),
  );
  const tarball = join(folder, packed.filename);
  const digest = createHash("sha512").update(readFileSync(tarball)).digest("base64");
  assert.equal(
    `sha512-${digest}`,
    integrity,
    `${driver}@${version} is not what package-lock.json names`,
  );
  execFileSync("tar", ["-xzf", tarball, "-C", folder]);
  return join(folder, "package");
}
