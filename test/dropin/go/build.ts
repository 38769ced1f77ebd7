import type { Context } from "../suite.ts";

/** Compiling AvalancheGo for the first time takes minutes. */
const timeoutMs = 1_800_000;

/** Compiles a program or a test in a folder of a Go module; Go itself keeps what has not changed. */
export async function goBuild(
  context: Context,
  folder: string,
  ...args: readonly string[]
): Promise<void> {
  const [verb, ...rest] = args;
  const log = "build";
  const command = ["go", verb as string, "-buildvcs=false", ...rest] as const;
  const { code, err } = await context.run(command, { log, cwd: folder, timeoutMs });
  if (code !== 0) throw new Error(`go ${args.join(" ")}: ${err.trim().split("\n").at(-1)}`);
}
