/** What a guide has a reader do: files to make and commands to type, in order. */
export type Guide = {
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly commands: readonly Command[];
  /** Blocks that are shown and cannot be run here, each with its reason. */
  readonly notRun: readonly string[];
};

export type Command = {
  readonly line: number;
  /** Text for bash; a node that is left running ends with `&`. */
  readonly text: string;
  /** What it prints, `...` for whatever differs from time to time. */
  readonly expected: string;
};

const fence = /^```(\S*)(?: ([^\n]*))?\n([\s\S]*?)^```$/gm;

/**
 * Reads a Markdown page. A block `console` has commands behind `$ `, their further lines behind `> `, and what they print. One
 * of `js file=NAME` and the like is a file. `js snippet` is run by the test of its page. `console not-run: REASON` is only shown. Throws for any other block.
 */
export function readGuide(markdown: string): Guide {
  const files: { name: string; text: string }[] = [];
  const commands: Command[] = [];
  const notRun: string[] = [];
  for (const match of markdown.matchAll(fence)) {
    const [, language = "", info = "", body = ""] = match;
    const line = markdown.slice(0, match.index).split("\n").length + 1;
    const file = /^file=(\S+)$/.exec(info)?.[1];
    const reason = /^not-run: (.+)$/.exec(info)?.[1];
    if (info === "snippet") continue;
    if (file !== undefined) files.push({ name: file, text: body });
    else if (language === "console" && reason !== undefined) notRun.push(`line ${line}: ${reason}`);
    else if (language === "console" && info === "") commands.push(...readCommands(body, line));
    else throw new Error(`line ${line}: a block that nothing proves`);
  }
  return { files, commands, notRun };
}

function readCommands(body: string, firstLine: number): readonly Command[] {
  const commands: { line: number; text: string; expected: string }[] = [];
  for (const [at, line] of body.split("\n").slice(0, -1).entries()) {
    const last = commands.at(-1);
    if (line.startsWith("$ ")) {
      commands.push({ line: firstLine + at, text: line.slice(2), expected: "" });
    } else if (last === undefined) throw new Error(`line ${firstLine + at}: an answer to nothing`);
    else if (line.startsWith("> ") && last.expected === "") last.text += `\n${line.slice(2)}`;
    else last.expected += `${line}\n`;
  }
  return commands;
}

/** Whether a text is what a guide shows, white space aside. */
export function isAsShown(expected: string, printed: string): boolean {
  const pattern = expected
    .replaceAll(/\s+/g, "")
    .split("...")
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[\\s\\S]*");
  return new RegExp(`^${pattern}$`).test(printed.replaceAll(/\s+/g, ""));
}
