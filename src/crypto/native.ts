// Node's own: a test runner that puts another in its place, as Jest does, may not load every module.
const { createRequire } = process.getBuiltinModule("node:module");

const require = createRequire(import.meta.url);

/** Loads a module at its first use, so that starting up loads no more than it needs. */
export function requireLazily<Module>(name: string): Module {
  return require(name) as Module;
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
