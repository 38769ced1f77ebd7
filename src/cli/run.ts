import type { Command, Terminal } from "./command.ts";
import type { CommandName } from "./command-help.ts";
import { suggestion } from "./flag-types.ts";

/** Runs the named command, `serve` by default, and returns the exit code. Completion scripts run `completion-server`. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args[0] === "help")
    return run(args[1] === undefined ? ["--help"] : [args[1], "--help"], terminal);
  if (args[0] === "version") return run(["--version", ...args.slice(1)], terminal);
  const first = args[0];
  const named = first !== undefined && !first.startsWith("-");
  const name = named ? first : "serve";
  if (name === "completion-server") {
    const { completionServer } = await import("./commands/completion.ts");
    return completionServer(args.slice(1), terminal);
  }
  if (!isCommand(name)) {
    const names = [...Object.keys(commands), "help", "version"];
    terminal.err(`unknown command: ${name}${suggestion(name, names)}\n`);
    terminal.err(`commands: ${names.join(", ")}\n`);
    return 1;
  }
  if (named && name !== "serve" && asksForHelp(args)) {
    const { commandHelpText } = await import("./help.ts");
    terminal.out(commandHelpText(name, terminal.columns ?? 100));
    return 0;
  }
  const command = await commands[name]();
  return command(named ? args.slice(1) : args, terminal);
}

function asksForHelp(args: readonly string[]): boolean {
  return args.some((arg) => arg === "--help" || arg === "-h");
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}

/** Commands are loaded on demand, so that none slows down the start of another. */
export const commands: Readonly<Record<CommandName, () => Promise<Command>>> = {
  serve: async () => (await import("./commands/serve.ts")).serve,
  genesis: async () => (await import("./commands/genesis.ts")).genesis,
  mock: async () => (await import("./commands/mock.ts")).mock,
  replay: async () => (await import("./commands/replay.ts")).replay,
  index: async () => (await import("./commands/index.ts")).index,
  contract: async () => (await import("./commands/contract.ts")).contract,
  decode: async () => (await import("./commands/decode.ts")).decode,
  encode: async () => (await import("./commands/encode.ts")).encode,
  completion: async () => (await import("./commands/completion.ts")).completion,
  verify: async () => (await import("./commands/verify.ts")).verify,
  ledger: async () => (await import("./commands/ledger.ts")).ledger,
  snapshot: async () => (await import("./commands/snapshot.ts")).snapshot,
  digest: async () => (await import("./commands/digest.ts")).digest,
};
