import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Runtime, sqliteDriver, withDriver } from "../../../src/store/driver.ts";

type Found = Readonly<Record<string, unknown>>;

/** A process with these packages; what is an Error is thrown when it is loaded. */
function runtime(found: Found, others: Partial<Runtime> = {}): Runtime {
  const require = (name: string) => {
    if (!(name in found)) {
      const error = new Error(`Cannot find module '${name}'`);
      throw Object.assign(error, { code: "MODULE_NOT_FOUND" });
    }
    if (found[name] instanceof Error) throw found[name];
    return found[name];
  };
  return {
    versions: { node: "24.1.0", napi: "10" },
    platform: "linux-x64",
    require: require as Runtime["require"],
    folder: tmpdir(),
    ...others,
  };
}

describe("the driver of SQLite", () => {
  const both = { "better-sqlite3": "13", "better-sqlite3-12": "12" };

  it("is version 13, or 12 where 13 would crash", () => {
    const loaded = (napi: string) => sqliteDriver(runtime(both, { versions: { napi } }));
    expect([loaded("9"), loaded("10"), loaded("11")]).toEqual(["12", "13", "13"]);
    expect(sqliteDriver()).toHaveProperty("SqliteError");
  });

  it("is the one in the bundle of the package", () => {
    const bundled = "/project/node_modules/couloir/dist/native/better-sqlite3";
    const all = runtime({ ...both, [bundled]: "bundled" });
    expect(sqliteDriver({ ...all, bundled })).toBe("bundled");
    expect(sqliteDriver({ ...all, bundled, versions: { napi: "9" } })).toBe("12");
  });

  it("is installed in version 12 only where 13 would crash, as its script may compile for minutes", () => {
    const lock = new URL("../../../package-lock.json", import.meta.url);
    const { packages } = JSON.parse(readFileSync(lock, "utf8"));
    // Written by hand: the package itself names newer versions, too.
    expect(packages["node_modules/better-sqlite3-12"].engines).toEqual({ node: "<22.14" });
  });

  it("is not compiled by npm ci, which does not ask the package whether it must be", () => {
    const lock = new URL("../../../package-lock.json", import.meta.url);
    const { packages } = JSON.parse(readFileSync(lock, "utf8"));
    // Written by hand: npm leaves it out, finds a binding.gyp, and runs node-gyp.
    expect(packages["node_modules/better-sqlite3"].gypfile).toBe(false);
  });

  it("is beside the package, and a bundler that takes the package elsewhere has to leave it out", () => {
    expect(() => sqliteDriver(runtime({}, { isElsewhere: true }))).toThrow(
      "better-sqlite3 cannot be loaded: leave couloir out of your bundle (esbuild: --external:couloir)",
    );
  });

  it("is missing on Node 20 from the package, which needs a newer Node", () => {
    const old = runtime({ "better-sqlite3": "13" }, { versions: { node: "20.19.0", napi: "9" } });
    expect(() => sqliteDriver(old)).toThrow(
      /^couloir needs Node 22.14 or newer, but this is Node 20.19.0: install a newer one$/,
    );
  });

  it.each([
    ["Bun", "bun"],
    ["Deno", "deno"],
  ])("cannot be used with %s", (name, key) => {
    const other = runtime(both, { versions: { node: "24.3.0", napi: "9", [key]: "2.0.0" } });
    expect(() => sqliteDriver(other)).toThrow(
      new RegExp(`^couloir needs Node .*, because ${name} does not support .*: run it with node$`),
    );
  });
});

describe("a driver that cannot be loaded", () => {
  const notBuilt = () => {
    throw new Error("Could not locate the bindings file. Tried:\n → build/better_sqlite3.node");
  };

  function installedBy(lockFile: string): string {
    const project = mkdtempSync(join(tmpdir(), "couloir-driver-"));
    const folder = join(project, "node_modules", "couloir", "dist");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(project, lockFile), "");
    return folder;
  }

  it.each([
    ["package-lock.json", "10", "rm -rf node_modules/couloir && npm install"],
    ["package-lock.json", "9", "npm rebuild better-sqlite3-12"],
    ["pnpm-lock.yaml", "10", "pnpm install --force"],
    ["yarn.lock", "10", "rm -r node_modules && yarn install"],
    ["bun.lock", "10", "bun install --force"],
  ])("installed with %s for Node-API %s, is installed again by %s", (lockFile, napi, command) => {
    const broken = runtime({}, { versions: { napi }, folder: installedBy(lockFile) });
    expect(() => withDriver(notBuilt, broken)).toThrow(
      /^the database driver better-sqlite3(-12)? cannot be loaded: run `[^`]+`$/,
    );
    expect(() => withDriver(notBuilt, broken)).toThrow(`run \`${command}\``);
  });

  it("is unpacked again by Yarn with Plug'n'Play, which leaves a damaged folder unchanged otherwise", () => {
    const pnp = runtime({}, { versions: { napi: "10", pnp: "3" } });
    const command = "rm -rf .yarn/unplugged && yarn install";
    expect(() => withDriver(notBuilt, pnp)).toThrow(`run \`${command}\``);
  });

  it("is installed again by npm ci in a checkout", () => {
    const folder = join(installedBy("package-lock.json"), "..", "..", "..", "dist");
    expect(() => withDriver(notBuilt, runtime({}, { folder }))).toThrow(/: run `npm ci`$/);
  });

  it("is installed again by npx when its folder is gone", () => {
    const folder = "/home/a/.npm/_npx/0f1e/node_modules/couloir/dist";
    expect(() => withDriver(notBuilt, runtime({}, { folder }))).toThrow(
      /^the database driver .* cannot be loaded: delete \/home\/a\/.npm\/_npx\/0f1e and run npx again$/,
    );
  });

  it("says which platforms have a binary", () => {
    const other = runtime({}, { platform: "freebsd-x64" });
    expect(() => withDriver(notBuilt, other)).toThrow(
      /^better-sqlite3 has no binary for freebsd-x64, only for linux-x64, /,
    );
  });

  it("leaves other errors unchanged", () => {
    const other = new Error("no space left");
    expect(() =>
      withDriver(() => {
        throw other;
      }),
    ).toThrow(other);
  });
});
