import { goBuild } from "../go/build.ts";
import { goToolchain } from "../go/toolchain.ts";
import type { Context, Need } from "../suite.ts";

/** The Go module that pins AvalancheGo and holds the tests that call it. */
export const moduleFolder = import.meta.dirname;

export const avalancheGo = "github.com/ava-labs/avalanchego";

// A dependency of AvalancheGo's reads the runtime's own names, which the linker refuses since Go 1.23.
const linkerFlags = "-ldflags=-checklinkname=0";

export const avalancheGoNeeds: readonly Need[] = [
  goToolchain,
  {
    what: `Go module ${avalancheGo} v1.12.1`,
    remedy: "let go reach a module proxy (go env GOPROXY) or the module cache hold it",
    async isThere(context) {
      // What is missing without Go is said by its own line.
      if (!(await goToolchain.isThere(context))) return true;
      const options = { log: "toolchain", cwd: moduleFolder };
      return (await context.run(["go", "mod", "download", avalancheGo], options)).code === 0;
    },
  },
];

/** Where the module's sources are; nobody may write there. */
export async function sourcesOf(context: Context): Promise<string> {
  const command = ["go", "list", "-m", "-f", "{{.Dir}}", avalancheGo] as const;
  return (await context.run(command, { log: "toolchain", cwd: moduleFolder })).out.trim();
}

/** Compiles tests of a package, ours or AvalancheGo's, to a file. */
export function buildTest(context: Context, binary: string, goPackage: string): Promise<void> {
  return goBuild(context, moduleFolder, "test", linkerFlags, "-c", "-o", binary, goPackage);
}

/** Compiles programs to a file, or to a folder where it ends with `/`. */
export function buildPrograms(context: Context, to: string, goPackages: string): Promise<void> {
  return goBuild(context, moduleFolder, "build", linkerFlags, "-o", to, goPackages);
}
