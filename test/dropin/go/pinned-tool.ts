import { join } from "node:path";
import type { Context, Need } from "../suite.ts";
import { goBuild } from "./build.ts";
import { goToolchain } from "./toolchain.ts";

/** A program that a `go.mod` of ours names as its tool and pins, with a newer blst, as older ones do not compile today. */
export type PinnedTool = { readonly folder: string; readonly module: string };

// A dependency reads the runtime's own names, which the linker refuses since Go 1.23.
const linkerFlags = "-ldflags=-checklinkname=0";

/** What a suite of that program needs. */
export function toolNeeds({ folder, module }: PinnedTool): readonly Need[] {
  return [
    goToolchain,
    {
      what: `Go module ${module}`,
      remedy: "let go reach a module proxy (go env GOPROXY) or the module cache hold it",
      async isThere(context) {
        // What is missing without Go is said by its own line.
        if (!(await goToolchain.isThere(context))) return true;
        const options = { log: "toolchain", cwd: folder };
        return (await context.run(["go", "mod", "download", module], options)).code === 0;
      },
    },
  ];
}

/** Compiles the program, and returns its path. */
export async function buildTool(context: Context, { folder, module }: PinnedTool): Promise<string> {
  const program = join(context.cache, module.split("/").at(-1) as string);
  await goBuild(context, folder, "build", linkerFlags, "-o", program, module);
  return program;
}
