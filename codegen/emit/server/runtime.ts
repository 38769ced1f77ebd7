import { readFileSync } from "node:fs";
import { header, type Output } from "../writer.ts";

const files = {
  runtime: [
    "fold-name.ts",
    "issue.ts",
    "nearest.ts",
    "pattern.ts",
    "read.ts",
    "shape-checks.ts",
    "shape-containers.ts",
    "shape-rules.ts",
    "shape.ts",
  ],
  load: ["bundle.ts", "json.ts", "overlay.ts", "read.ts"],
};

/**
 * Copies what the server runs of codegen, so that it imports nothing else: `runtime`, which the generated tables call, and what
 * makes the documents of a profile.
 */
export function emitRuntime(): Output[] {
  return [
    ...files.runtime.map((name) => copy(`codegen/runtime/${name}`, `src/generated/${name}`)),
    ...files.load.map((name) => copy(`codegen/load/${name}`, `src/generated/load/${name}`)),
  ];
}

function copy(from: string, path: string): Output {
  const source = readFileSync(new URL(`../../../${from}`, import.meta.url), "utf8");
  return { path, text: `${header(from)}\n${source}` };
}
