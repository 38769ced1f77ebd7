import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // What users of the package import, from the sources.
  resolve: {
    alias: {
      "couloir/client": fileURLToPath(new URL("clients/typescript/src/index.ts", import.meta.url)),
      couloir: fileURLToPath(new URL("src/index.ts", import.meta.url)),
    },
  },
  test: {
    include: ["test/**/*.test.ts", "examples/**/*.test.js", "clients/typescript/test/**/*.test.ts"],
    setupFiles: ["test/support/loopback-only.ts", "test/support/seed-properties.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});
