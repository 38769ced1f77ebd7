import type { Command, Terminal } from "../command.ts";
import { formatOffers, offersFor } from "../completion/offers.ts";

const shells = ["bash", "zsh", "fish"] as const;

/** Prints the completion script of a shell. */
export const completion: Command = async ([name, ...others], terminal) => {
  const shell = shells.find((each) => each === name);
  if (shell === undefined || others.length > 0) {
    terminal.err(`completion needs the name of a shell: ${shells.join(", ")}\n`);
    return 1;
  }
  const { default: tabtab } = await import("@pnpm/tabtab");
  const program = "couloir";
  terminal.out(await tabtab.getCompletionScript({ name: program, completer: program, shell }));
  return 0;
};

/** Answers a completion script: `completion-server -- WORDS`, with the cursor and the shell in the environment. */
export const completionServer: Command = async (args, terminal) => {
  const words = wordsToCursor(args.slice(args.indexOf("--") + 1), terminal);
  const { SHELL: shell = "" } = terminal.environment;
  terminal.out(formatOffers(offersFor(words), shell));
  return 0;
};

/** Ends with the word under the cursor, which may be empty. */
function wordsToCursor(words: readonly string[], { environment }: Terminal): readonly string[] {
  const { SHELL, COMP_CWORD, COMP_LINE = "", COMP_POINT } = environment;
  if (SHELL === "fish") {
    // Fish leaves out an empty last word.
    const isNewWord = /\s$/.test(COMP_LINE.slice(0, Number(COMP_POINT)));
    return isNewWord ? [...words, ""] : words;
  }
  const cursor = Number(COMP_CWORD);
  return [...words.slice(0, cursor), words[cursor] ?? ""];
}
