import {
  type CommandName,
  commandHelp,
  commandSummaries,
  type HelpedCommand,
} from "../command-help.ts";
import type { Flag } from "../flag-types.ts";
import { flagGroups, flags } from "../flags.ts";

/**
 * What a shell offers after a flag: words, files, or nothing, as any value is possible or none.
 */
export type OfferedValue =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "files" | "anything" | "none" };

export type CompletedFlag = {
  /** With its dashes. */
  readonly name: string;
  readonly doc: string;
  readonly value: OfferedValue;
};

/** A command as every shell's completion sees it. */
export type CompletedCommand = {
  readonly name: CommandName;
  readonly summary: string;
  /** Words that may follow its name, each with what it does. */
  readonly words: Readonly<Record<string, string>>;
  readonly flags: readonly CompletedFlag[];
};

/** All commands, `serve` first: its flags also apply without a command. */
export const completedCommands: readonly CompletedCommand[] = Object.entries(commandSummaries).map(
  ([name, summary]) =>
    name === "serve"
      ? { name, summary, words: {}, flags: serveFlags() }
      : { ...completed(name as HelpedCommand), summary },
);

function serveFlags(): readonly CompletedFlag[] {
  return flagGroups.flatMap(([, group]) =>
    Object.entries(group).map(([name, flag]) => completedFlag(name, flag)),
  );
}

function completed(name: HelpedCommand): Omit<CompletedCommand, "summary"> {
  const { forms, flags: own = {}, nodeFlags } = commandHelp[name];
  return {
    name,
    words: Object.fromEntries(
      Object.entries(forms).flatMap(([form, doc]) => {
        const word = /^[a-z]+/.exec(form)?.[0];
        return word === undefined ? [] : [[word, doc]];
      }),
    ),
    flags: [
      ...Object.entries(own).map(([form, doc]): CompletedFlag => {
        const [flag = "", placeholder] = form.split(/[ =]/);
        return {
          name: flag,
          doc,
          value: { kind: placeholder === undefined ? "none" : "anything" },
        };
      }),
      ...nodeFlags.map((flag) => completedFlag(flag, flags[flag])),
      { name: "--help", doc: "Print its help and quit.", value: { kind: "none" } },
    ],
  };
}

function completedFlag(name: string, flag: Flag): CompletedFlag {
  return { name: `--${name}`, doc: flag.doc, value: offeredValue(name, flag) };
}

function offeredValue(name: string, { type, choices = [] }: Flag): OfferedValue {
  if (type === "bool") return { kind: "none" };
  if (type === "path") return { kind: "files" };
  if (name === "network-id") return { kind: "words", words: ["local", "fuji", "mainnet"] };
  const words = choices.filter((choice) => choice !== "");
  return words.length > 0 ? { kind: "words", words } : { kind: "anything" };
}
