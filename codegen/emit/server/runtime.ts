import { readFileSync } from "node:fs";
import { header, type Output } from "../writer.ts";

const files = {
  runtime: [
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
  const copies = [
    ...files.runtime.map((name) => copy(`codegen/runtime/${name}`, `src/generated/${name}`)),
    ...files.load.map((name) => copy(`codegen/load/${name}`, `src/generated/load/${name}`)),
  ];
  return [...copies, { path: "src/generated/normaliser.ts", text: normaliser }];
}

function copy(from: string, path: string): Output {
  const source = readFileSync(new URL(`../../../${from}`, import.meta.url), "utf8");
  return { path, text: `${header(from)}\n${source}` };
}

const normaliser = `${header("codegen/emit/server/runtime.ts")}
import { DeclaredError, type ErrorName } from "./errors.ts";
import type { Normalised } from "./profile.ts";
import type { ParamsReader } from "./read.ts";

/** Turns the error that a reader names into the error itself. */
export const normaliser =
  (read: ParamsReader<unknown>) =>
  (params: unknown): Normalised => {
    const result = read(params);
    if (result.ok) return result;
    const { issue, error } = result;
    if (error === undefined) return { ok: false, issue };
    return { ok: false, issue, error: new DeclaredError(error as ErrorName) };
  };
`;
