import type { Command } from "../command.ts";
import { suggestion } from "../flag-types.ts";

const subcommands: Readonly<Record<string, () => Promise<Command>>> = {
  import: async () => (await import("./index-import.ts")).indexImport,
  export: async () => (await import("./index-export.ts")).indexExport,
  verify: async () => (await import("./index-verify.ts")).indexVerify,
};

/** Works on the indices of a stopped node. */
export const index: Command = async (args, terminal) => {
  const [name, ...rest] = args;
  if (name !== undefined && Object.hasOwn(subcommands, name)) {
    const command = await subcommands[name]!();
    return command(rest, terminal);
  }
  const names = Object.keys(subcommands);
  const problem =
    name === undefined ? "which one?" : `unknown command: index ${name}${suggestion(name, names)}`;
  terminal.err(`${problem}\n`);
  terminal.err(`commands: ${names.map((each) => `index ${each}`).join(", ")}\n`);
  return 1;
};
