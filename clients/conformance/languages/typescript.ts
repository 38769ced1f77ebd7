import type { Language } from "../language.ts";

const node = process.execPath;
const modules = "../../node_modules";

/** The rest of the repository is TypeScript too, so its tools and settings are those of the root. */
export const typescript: Language = {
  name: "typescript",
  toolchain: [[node, "--version"]],
  steps: [
    { name: "format and lint", command: [node, `${modules}/.bin/biome`, "check", "src", "test"] },
    { name: "compile", command: [node, `${modules}/.bin/tsc`, "-p", "tsconfig.json", "--noEmit"] },
    {
      name: "test",
      command: [node, `${modules}/.bin/vitest`, "run", "--root", "../..", "clients/typescript"],
    },
  ],
  conformance: [node, "--import", "tsx", "conformance/main.ts"],
  bench: [node, "--import", "tsx", "conformance/bench.ts"],
};
