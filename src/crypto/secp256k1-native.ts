import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import wrap from "secp256k1/lib/index.js";
import { requireNative } from "./native.ts";

/** The folder in which the build puts the binaries. */
declare const nativeOfBundle: URL | undefined;

type Secp256k1 = typeof import("secp256k1");

/**
 * The native binding of the package secp256k1; undefined on a platform without a binary. Binaries are loaded by name rather
 * than by the package itself, so that users install no package with an install script.
 */
export function nativeSecp256k1(): Secp256k1 | undefined {
  for (const name of binaryNames()) {
    const addon = requireNative<{ readonly Secp256k1: new () => object }>(join(folder(), name));
    if (addon !== undefined) return wrap(new addon.Secp256k1());
  }
  return undefined;
}

function folder(): string {
  if (typeof nativeOfBundle !== "undefined") return fileURLToPath(nativeOfBundle);
  const { resolve } = createRequire(import.meta.url);
  return join(dirname(resolve("secp256k1/package.json")), "prebuilds");
}

/** Of Linux there are two, of which only that for the C library of this machine can be loaded. */
function binaryNames(): string[] {
  const libraries = process.platform === "linux" ? [".glibc", ".musl"] : [""];
  return libraries.map((library) =>
    join(`${process.platform}-${process.arch}`, `secp256k1${library}.node`),
  );
}
