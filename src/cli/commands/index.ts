import type { Command } from "../command.ts";
import { suggestion } from "../nearest.ts";

/** Each with its arguments, its purpose, and how it is loaded. */
const subcommands: Readonly<
  Record<string, { readonly usage: string; readonly load: () => Promise<Command> }>
> = {
  import: {
    usage: "import FILE             Put the containers of an export into the indices.",
    load: async () => (await import("./index-import.ts")).indexImport,
  },
  export: {
    usage: "export FILE [PATH...]   Write the containers of all indices, or of P/block ...",
    load: async () => (await import("./index-export.ts")).indexExport,
  },
  verify: {
    usage: "verify [PATH...]        Compute the ID of every container anew.",
    load: async () => (await import("./index-verify.ts")).indexVerify,
  },
};

/** Works on the indices of a node that does not run. */
export const index: Command = async (args, terminal) => {
  const [name, ...rest] = args;
  const entry =
    name !== undefined && Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
  if (entry !== undefined) return (await entry.load())(rest, terminal);
  const isHelp = name === "--help" || name === "-h";
  const write = isHelp ? terminal.out : terminal.err;
  if (name !== undefined && !isHelp) {
    write(`unknown command: index ${name}${suggestion(name, Object.keys(subcommands))}\n`);
  }
  const lines = Object.values(subcommands).map(({ usage }) => `  couloir index ${usage}\n`);
  write(`usage:\n${lines.join("")}`);
  write("FILE may be -, the standard input or output. Flags are those of a node: --data-dir ...\n");
  return isHelp ? 0 : 1;
};
