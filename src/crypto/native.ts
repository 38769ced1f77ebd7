import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);

/** Where the build puts ES modules in a form that every `require` takes. */
declare const commonJsOfBundle: URL | undefined;

/** Loads a module at its first use, so that starting up loads no more than it needs. */
export function requireLazily<Module>(name: string): Module {
  const isBundled = typeof commonJsOfBundle !== "undefined" && name.startsWith("@noble/");
  return require(isBundled ? fileURLToPath(new URL(name, commonJsOfBundle)) : name) as Module;
}

/** The file that `require` of a package loads, for another thread to load it. */
export function resolvePackage(name: string): string {
  return require.resolve(name);
}

/**
 * Loads a native backend, or undefined where it does not load on this machine or where
 * COULOIR_CRYPTO=noble asks for the reference.
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
