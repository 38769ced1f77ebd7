import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type Sqlite from "better-sqlite3";
import { StoreRefused } from "./store-refused.ts";

export type SqliteDriver = typeof Sqlite;

/** What decides which driver is loaded and how it can be repaired. */
export type Runtime = {
  /** `process.versions` */
  readonly versions: Readonly<Record<string, string | undefined>>;
  /** `linux-x64` */
  readonly platform: string;
  /** Whether a package can be found, and loading it. */
  readonly require: ((name: string) => unknown) & {
    readonly resolve: (name: string) => string;
  };
  /** Where to look for lock files: this file's folder and those above it. */
  readonly folder: string;
  /** The folder of the current driver in the bundle of the package. A checkout has the driver in node_modules. */
  readonly bundled?: string | undefined;
  /** Whether another bundler has put this file elsewhere, without those beside it. */
  readonly isElsewhere?: boolean;
};

/** The build defines it, with a slash at the end. */
declare const nativeOfBundle: URL | undefined;

/** Of the package. A checkout also runs on Node 20, for which it installs an older driver under an alias. */
const neededNode = "Node 22.14 or newer";
const [current, older] = ["better-sqlite3", "better-sqlite3-12"] as const;

/** The version of Node-API that better-sqlite3 13 uses. Without it, it crashes, as on Node 20 and 22.12. */
const napiMin = 10;

const require = createRequire(import.meta.url);

const here: Runtime = {
  versions: process.versions,
  platform: `${process.platform}-${process.arch}`,
  require,
  folder: dirname(fileURLToPath(import.meta.url)),
  bundled: bundledDriver(),
  isElsewhere: typeof nativeOfBundle !== "undefined" && !existsSync(fileURLToPath(nativeOfBundle)),
};

function bundledDriver(): string | undefined {
  if (typeof nativeOfBundle === "undefined") return undefined;
  const folder = fileURLToPath(new URL(current, nativeOfBundle));
  return existsSync(folder) ? folder : undefined;
}

/**
 * The driver of SQLite: better-sqlite3 13, or 12 on an older Node, where 13 crashes. Loads nothing native. Throws StoreRefused,
 * which says in one sentence what this process lacks.
 */
export function sqliteDriver(runtime: Runtime = here): SqliteDriver {
  const { versions, require, bundled } = runtime;
  if (versions["bun"] !== undefined) throw refused(otherRuntime("Bun"));
  if (versions["deno"] !== undefined) throw refused(otherRuntime("Deno"));
  const isOlder = needsOlder(runtime);
  const name = isOlder ? older : current;
  try {
    return require(isOlder ? older : (bundled ?? current)) as SqliteDriver;
  } catch (error) {
    if (isOlder && isMissing(error, name)) throw refused(oldNode(versions["node"] ?? ""));
    throw refused(brokenDriver(runtime, name));
  }
}

/** Opens a database, or says in one sentence why the native module cannot. Throws StoreRefused. */
export function withDriver<T>(open: () => T, runtime: Runtime = here): T {
  try {
    return open();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const isBinary =
      code === "ERR_DLOPEN_FAILED" ||
      code === "MODULE_NOT_FOUND" ||
      /bindings file|\.node\b/.test(message);
    if (!isBinary) throw error;
    const isOlder = needsOlder(runtime);
    if (!isOlder && !platforms.includes(runtime.platform)) throw refused(otherPlatform(runtime));
    throw refused(brokenDriver(runtime, isOlder ? older : current));
  }
}

/** Those for which better-sqlite3 13 has a binary, with glibc and musl. */
const platforms: readonly string[] = [
  "linux-x64",
  "linux-arm64",
  "darwin-x64",
  "darwin-arm64",
  "win32-x64",
  "win32-arm64",
];

const needsOlder = ({ versions }: Runtime) => Number(versions["napi"]) < napiMin;

function isMissing(error: unknown, name: string): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "MODULE_NOT_FOUND" && message.includes(`'${name}'`);
}

const oldNode = (version: string) =>
  `couloir needs ${neededNode}, but this is Node ${version}: install a newer one`;

const otherRuntime = (name: string) =>
  `couloir needs ${neededNode}, because ${name} does not support its database driver: run it with node`;

const otherPlatform = ({ platform }: Runtime) =>
  `better-sqlite3 has no binary for ${platform}, only for ${platforms.join(", ")}`;

function brokenDriver(runtime: Runtime, name: string): string {
  const problem = `the database driver ${name} cannot be loaded`;
  if (runtime.isElsewhere) {
    return `${problem}: leave couloir out of your bundle (esbuild: --external:couloir)`;
  }
  // npx installs into a folder of its cache, to which no command of npm applies.
  const [cached] = /^.*[\\/]_npx[\\/][^\\/]+/.exec(runtime.folder) ?? [];
  if (cached !== undefined) return `${problem}: delete ${cached} and run npx again`;
  return `${problem}: run \`${repairCommand(runtime, name)}\``;
}

/** What installs the driver again, with the package manager that installed it last. */
function repairCommand({ versions, folder }: Runtime, name: string): string {
  if (versions["pnp"] !== undefined) return "rm -rf .yarn/unplugged && yarn install";
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    for (const [file, command] of managers) if (existsSync(join(at, file))) return command;
    if (existsSync(join(at, "package-lock.json"))) {
      if (name === older) return `npm rebuild ${name}`;
      const isInstalled = relative(at, folder).startsWith("node_modules");
      return isInstalled ? "rm -rf node_modules/couloir && npm install" : "npm ci";
    }
  }
  return "npm install --global couloir";
}

/** Files that a package manager leaves beside `node_modules` or in it. */
const managers = [
  ["pnpm-lock.yaml", "pnpm install --force"],
  ["yarn.lock", "rm -r node_modules && yarn install"],
  ["bun.lock", "bun install --force"],
] as const;

/** Without a cause: Node would print its 60 lines below the sentence. */
function refused(message: string): StoreRefused {
  return new StoreRefused("no-driver", message);
}
