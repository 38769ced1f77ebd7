import { run } from "../../src/cli/run.ts";

/** Runs a command in this process. Returns its exit code and what it wrote. `home` stands for the user's directory. */
export async function runCouloir(args: readonly string[], home: string) {
  const said = { out: "", err: "" };
  const exitCode = await run(args, {
    environment: { HOME: home },
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    columns: undefined,
  });
  return { exitCode, ...said };
}
