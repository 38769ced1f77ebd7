import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** ES modules of the bundle that `require` loads. */
const bundledModules = /^(@noble\/|kysely$)/;

/** The folder in which the build puts ES modules that every `require` can load. */
declare const commonJsOfBundle: URL | undefined;

/** Loads a module on first use, so that startup loads only what it needs. */
export function requireLazily<Module>(name: string): Module {
  const isBundled = typeof commonJsOfBundle !== "undefined" && bundledModules.test(name);
  return require(isBundled ? fileURLToPath(new URL(name, commonJsOfBundle)) : name) as Module;
}

/** The file that `require` loads for a package, so that another thread can load it. */
export function resolvePackage(name: string): string {
  return require.resolve(name);
}

/**
 * Loads a native backend; undefined if it cannot be loaded on this machine or if
 * COULOIR_CRYPTO=noble selects the reference.
 */
export function requireNative<Module>(name: string): Module | undefined {
  if (wantsReference()) return undefined;
  try {
    return require(name) as Module;
  } catch {
    return undefined;
  }
}

export function wantsReference(): boolean {
  const { COULOIR_CRYPTO: wanted } = process.env;
  return wanted === "noble";
}
