import { readFileSync } from "node:fs";
import { header, type Output } from "../writer.ts";

const files = [
  "issue.ts",
  "nearest.ts",
  "pattern.ts",
  "read.ts",
  "shape-checks.ts",
  "shape-containers.ts",
  "shape-rules.ts",
  "shape.ts",
];

/**
 * Copies codegen/runtime, which the generated tables call, so that src/generated imports nothing
 * else.
 */
export function emitRuntime(): Output[] {
  const copies = files.map((name) => {
    const source = readFileSync(new URL(`../../runtime/${name}`, import.meta.url), "utf8");
    return {
      path: `src/generated/${name}`,
      text: `${header(`codegen/runtime/${name}`)}\n${source}`,
    };
  });
  return [...copies, { path: "src/generated/normaliser.ts", text: normaliser }];
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
