import type { Terminal } from "./command.ts";
import type { CommandName } from "./command-summaries.ts";
import { commands } from "./commands.ts";
import { suggestion } from "./suggestion.ts";

/** Runs the command that the arguments name, `serve` where they name none, and gives the exit code. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const first = args[0];
  const named = first !== undefined && !first.startsWith("-");
  const name = named ? first : "serve";
  if (!isCommand(name)) {
    const names = Object.keys(commands);
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
