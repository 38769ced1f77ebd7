import {
  type CompletedCommand,
  type CompletedFlag,
  completedCommands,
} from "./completed-command.ts";

/** A completion function for zsh, to be a file \`_couloir\` in a folder of \`fpath\`. */
export function zshCompletion(): string {
  const commands = completedCommands.map(({ name, summary }) => quote(`${name}:${summary}`));
  return `#compdef couloir
# As \`couloir completion zsh\` prints it.
_couloir() {
  local -a commands
  commands=(
${commands.map((command) => `    ${command}`).join("\n")}
  )
  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
    _describe -t commands command commands
    return
  fi
  case $words[2] in
${completedCommands.slice(1).map(commandCase).join("\n")}
${commandCase(completedCommands[0]!).replace("  serve)", "  serve | -*)")}
  esac
}
if [[ $funcstack[1] == _couloir ]]; then
  _couloir "$@"
else
  compdef _couloir couloir
fi
`;
}

function commandCase({ name, words, flags }: CompletedCommand): string {
  const following = Object.keys(words);
  const first = following.length === 0 ? [] : [quote(`2:command:(${following.join(" ")})`)];
  const rest = name === "serve" ? [] : [quote("*:file:_files")];
  const specs = [quote("1: :"), ...first, ...rest, ...flags.map(flagSpec)];
  const lines = name === "serve" ? specs.slice(1) : specs;
  return `  ${name})\n    _arguments \\\n${lines.map((spec) => `      ${spec}`).join(" \\\n")}\n    ;;`;
}

function flagSpec({ name, doc, value }: CompletedFlag): string {
  const text = `[${doc.replaceAll(/[[\]:\\]/g, "\\$&")}]`;
  if (value.kind === "none") return quote(`${name}${text}`);
  const action =
    value.kind === "words" ? `(${value.words.join(" ")})` : value.kind === "files" ? "_files" : " ";
  return quote(`${name}=${text}:value:${action}`);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
