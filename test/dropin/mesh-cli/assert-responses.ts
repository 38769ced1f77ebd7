import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { goBuild } from "../go/build.ts";
import type { Context } from "../suite.ts";

/** How many valid responses each path gave. */
export type ValidResponses = Readonly<Record<string, number>>;

/** assert.go as a program of mesh-cli's module, which has the specification's asserter. */
export async function buildAsserter(context: Context, checkout: string): Promise<string> {
  const overlay = join(context.cache, "assert-overlay.json");
  const source = join(import.meta.dirname, "assert.go");
  await writeFile(
    overlay,
    JSON.stringify({ Replace: { [join(checkout, "cmd/assert/main.go")]: source } }),
  );
  const program = join(context.cache, "assert");
  await goBuild(context, checkout, "build", `-overlay=${overlay}`, "-o", program, "./cmd/assert");
  return program;
}

/** Throws if the asserter rejects a response. */
export async function assertResponses(
  program: string,
  url: string,
  name: string,
  context: Context,
): Promise<ValidResponses> {
  const { code, out, err } = await context.run([program, `${url}/mesh`], {
    log: `assert-${name}`,
    cwd: context.cache,
  });
  assert.equal(code, 0, err);
  return JSON.parse(out) as ValidResponses;
}
