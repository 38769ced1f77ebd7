import { cpSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const clients = fileURLToPath(new URL("../clients/", import.meta.url));

/** The hand-written parts of the clients, which generated packages contain. */
const parts = [
  "typescript/tsconfig.json",
  "typescript/src",
  "go",
  "python/src/couloir",
  "rust/Cargo.toml",
  "rust/src",
  "java/pom.xml",
  "java/src/main",
  "subscriptions",
  "any-document",
];

/** Copies the hand-written parts of the clients to where the bundle of the contract tools reads them. */
export function copyRuntimes(folder: string): void {
  for (const part of parts) {
    mkdirSync(dirname(join(folder, part)), { recursive: true });
    cpSync(join(clients, part), join(folder, part), { recursive: true, filter: isHandWritten });
  }
}

/** In the folder of Go, tests and programs are next to the package. */
function isHandWritten(path: string): boolean {
  return !/(\/generated|\/_generated|\/__pycache__|\/gen_\w+\.go|_test\.go|\/go\/(bench|conformance|examples)|\/bin)$/.test(
    path,
  );
}

/** Copies the runtime of generated servers to where the bundle of the contract tools reads it. */
export function copyServerRuntime(folder: string): void {
  const runtime = fileURLToPath(new URL("../codegen/foreign/server/runtime/", import.meta.url));
  cpSync(runtime, folder, { recursive: true });
}
