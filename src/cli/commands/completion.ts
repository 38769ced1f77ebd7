import type { Command } from "../command.ts";
import { bashCompletion } from "../completion/bash.ts";
import { fishCompletion } from "../completion/fish.ts";
import { zshCompletion } from "../completion/zsh.ts";

const scripts: Readonly<Record<string, () => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
};

/** Prints the completion script of a shell. */
export const completion: Command = async ([shell = ""], terminal) => {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script === undefined) {
    terminal.err(`completion needs the name of a shell: ${Object.keys(scripts).join(", ")}\n`);
    return 1;
  }
  terminal.out(script());
  return 0;
};
