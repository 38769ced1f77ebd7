import {
  type CompletedCommand,
  completedCommands,
  type OfferedValue,
} from "./completed-command.ts";

/** A word that the shell may offer, and what it means. */
export type Offer = { readonly word: string; readonly doc: string };

/**
 * What may stand at the cursor. `words` starts with the program's name and ends with the word under the cursor, which may
 * be empty.
 */
export function offersFor(words: readonly string[]): readonly Offer[] | "files" {
  const joined = joinEquals(words);
  const current = joined.at(-1) ?? "";
  const offers = allOffers(joined.slice(1, -1), current);
  return offers === "files" ? offers : offers.filter(({ word }) => word.startsWith(current));
}

/** The answer to a completion script of @pnpm/tabtab, which asks in this form. */
export function formatOffers(offers: readonly Offer[] | "files", shell: string): string {
  if (offers === "files") return "__tabtab_complete_files__\n";
  return offers
    .map(({ word, doc }) => {
      if (shell === "zsh") return `${escapeColons(word)}:${escapeColons(doc)}\n`;
      if (shell === "fish") return `${word}\t${doc}\n`;
      // Bash replaces only the text after the `=`.
      return `${word.slice(word.indexOf("=") + 1)}\n`;
    })
    .join("");
}

/** Bash splits `--flag=value` into three words. */
function joinEquals(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1) ?? "";
    const continues = word === "=" ? isFlag(before) : /^--[^=]+=$/.test(before);
    if (continues) joined[joined.length - 1] = before + word;
    else joined.push(word);
  }
  return joined;
}

function allOffers(before: readonly string[], current: string): readonly Offer[] | "files" {
  const [first = ""] = before;
  const name = first === "" || isFlag(first) ? "serve" : first;
  const command = completedCommands.find((each) => each.name === name);
  if (command === undefined) return [];
  const [flagName = "", value] = current.split("=");
  if (isFlag(current) && value !== undefined) {
    return inlineValues(flagName, offeredAfter(command, flagName));
  }
  const previous = offeredAfter(command, before.at(-1) ?? "");
  if (previous !== undefined && previous.kind !== "none") return separateValues(previous);
  if (isFlag(current)) return command.flags.map((flag) => ({ word: flag.name, doc: flag.doc }));
  if (before.length === 0) {
    return completedCommands.map((each) => ({ word: each.name, doc: each.summary }));
  }
  const following = Object.entries(command.words);
  if (before.length === 1 && following.length > 0) {
    return following.map(([word, doc]) => ({ word, doc }));
  }
  return name === "serve" ? [] : "files";
}

function offeredAfter(command: CompletedCommand, flag: string): OfferedValue | undefined {
  return command.flags.find(({ name }) => name === flag)?.value;
}

function inlineValues(flag: string, value: OfferedValue | undefined): readonly Offer[] | "files" {
  if (value === undefined) return [];
  const isSwitch = value.kind === "none";
  const offers = isSwitch ? ["true", "false"].map(withoutDoc) : separateValues(value);
  if (offers === "files") return offers;
  return offers.map(({ word, doc }) => ({ word: `${flag}=${word}`, doc }));
}

function separateValues(value: OfferedValue): readonly Offer[] | "files" {
  if (value.kind === "files") return "files";
  return value.kind === "words" ? value.words.map(withoutDoc) : [];
}

function withoutDoc(word: string): Offer {
  return { word, doc: "" };
}

function isFlag(word: string): boolean {
  return word.startsWith("-");
}

function escapeColons(text: string): string {
  return text.replaceAll(":", "\\:");
}
