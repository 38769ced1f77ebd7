import type { Command } from "../command.ts";
import { suggestion } from "../flag-types.ts";

const subcommands: Readonly<Record<string, () => Promise<Command>>> = {
  export: async () => (await import("./ledger-export.ts")).ledgerExport,
  verify: async () => (await import("./ledger-verify.ts")).ledgerVerify,
};

/** Works with the rows of the ledger, of a running node too. */
export const ledger: Command = async (args, terminal) => {
  const [name, ...rest] = args;
  if (name !== undefined && Object.hasOwn(subcommands, name)) {
    const command = await subcommands[name]!();
    return command(rest, terminal);
  }
  const names = Object.keys(subcommands);
  const problem =
    name === undefined ? "which one?" : `unknown command: ledger ${name}${suggestion(name, names)}`;
  terminal.err(`${problem}\n`);
  terminal.err(`commands: ${names.map((each) => `ledger ${each}`).join(", ")}\n`);
  return 1;
};
