import type { Command } from "../command.ts";
import { suggestion } from "../flag-types.ts";

const subcommands: Readonly<Record<string, () => Promise<Command>>> = {
  export: async () => (await import("./snapshot-export.ts")).snapshotExport,
};

/** Works with snapshots of the chain state. */
export const snapshot: Command = async (args, terminal) => {
  const [name, ...rest] = args;
  if (name !== undefined && Object.hasOwn(subcommands, name)) {
    const command = await subcommands[name]!();
    return command(rest, terminal);
  }
  const names = Object.keys(subcommands);
  const problem =
    name === undefined
      ? "which one?"
      : `unknown command: snapshot ${name}${suggestion(name, names)}`;
  terminal.err(`${problem}\n`);
  terminal.err(`commands: ${names.map((each) => `snapshot ${each}`).join(", ")}\n`);
  return 1;
};
