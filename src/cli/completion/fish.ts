import {
  type CompletedCommand,
  type CompletedFlag,
  completedCommands,
} from "./completed-command.ts";

/** A completion script for fish. */
export function fishCompletion(): string {
  const others = completedCommands.slice(1);
  const anyOther = others.map(({ name }) => name).join(" ");
  const lines = completedCommands.flatMap((command) => {
    const condition =
      command.name === "serve"
        ? `not __fish_seen_subcommand_from ${anyOther}`
        : `__fish_seen_subcommand_from ${command.name}`;
    return [
      `complete -c couloir -n __fish_use_subcommand -f -a ${command.name} -d ${quote(command.summary)}`,
      ...words(command, condition),
      ...command.flags.map((flag) => flagLine(flag, condition)),
    ];
  });
  return `# fish completion of couloir, as \`couloir completion fish\` prints it.\n${lines.join("\n")}\n`;
}

function words({ words: following }: CompletedCommand, condition: string): readonly string[] {
  const names = Object.keys(following).join(" ");
  return Object.entries(following).map(([word, doc]) => {
    const first = quote(`${condition}; and not __fish_seen_subcommand_from ${names}`);
    return `complete -c couloir -n ${first} -f -a ${word} -d ${quote(doc)}`;
  });
}

function flagLine({ name, doc, value }: CompletedFlag, condition: string): string {
  const kinds = { none: "", files: " -r -F", anything: " -x", words: " -x" };
  const offered = value.kind === "words" ? ` -a ${quote(value.words.join(" "))}` : "";
  const long = `-l ${name.slice("--".length)}`;
  return `complete -c couloir -n ${quote(condition)} ${long}${kinds[value.kind]}${offered} -d ${quote(doc)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}
