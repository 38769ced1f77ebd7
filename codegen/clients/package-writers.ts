import { goPackage } from "./go/package.ts";
import { javaPackage } from "./java/package.ts";
import type { PackageWriter } from "./language.ts";
import { pythonPackage } from "./python/package.ts";
import { rustPackage } from "./rust/package.ts";
import { typescriptPackage } from "./typescript/package.ts";

/**
 * The languages that any document's client can be written in. Not part of `ClientLanguage`: the contract tools would contain
 * what only the client of our own documents needs, such as the TypeScript compiler.
 */
export const packageWriters: ReadonlyMap<string, PackageWriter> = new Map([
  ["typescript", typescriptPackage],
  ["go", goPackage],
  ["python", pythonPackage],
  ["rust", rustPackage],
  ["java", javaPackage],
]);
