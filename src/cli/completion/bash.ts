import {
  type CompletedCommand,
  type CompletedFlag,
  completedCommands,
} from "./completed-command.ts";

/** A completion script for bash 3.2 and later, also where `=` breaks words. */
export function bashCompletion(): string {
  const flags = [
    ...new Map(
      completedCommands.flatMap((command) => command.flags).map((flag) => [flag.name, flag]),
    ).values(),
  ];
  return `# bash completion of couloir, as \`couloir completion bash\` prints it.
# shellcheck shell=bash disable=SC2207
_couloir() {
  local cur=\${COMP_WORDS[COMP_CWORD]} flag=\${COMP_WORDS[COMP_CWORD - 1]} equals='' command=serve flags words=''
  COMPREPLY=()
  if [[ $cur == = ]]; then
    cur='' equals=1
  elif [[ $flag == = ]]; then
    flag=\${COMP_WORDS[COMP_CWORD - 2]} equals=1
  fi
  case $flag in
${valueCases(flags)}
  esac
  if ((COMP_CWORD > 1)) && [[ \${COMP_WORDS[1]} != -* ]]; then
    command=\${COMP_WORDS[1]}
  fi
  case $command in
${completedCommands.map(commandCase).join("\n")}
  *) return ;;
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  elif ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${completedCommands.map(({ name }) => name).join(" ")}' -- "$cur"))
  elif ((COMP_CWORD == 2)) && [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
  elif [[ $command != serve ]]; then
    compopt -o default 2>/dev/null
  fi
}
complete -F _couloir couloir
`;
}

function valueCases(flags: readonly CompletedFlag[]): string {
  const named = (kind: string) => flags.filter(({ value }) => value.kind === kind);
  const pattern = (some: readonly CompletedFlag[]) => some.map(({ name }) => name).join(" | ");
  const lines = named("words").flatMap(({ name, value }) => {
    const words = value.kind === "words" ? value.words.join(" ") : "";
    return [
      `  ${name})`,
      `    COMPREPLY=($(compgen -W '${words}' -- "$cur"))`,
      "    return",
      "    ;;",
    ];
  });
  return [
    ...lines,
    `  ${pattern(named("files"))})`,
    "    compopt -o filenames 2>/dev/null",
    "    local IFS=$'\\n'",
    '    COMPREPLY=($(compgen -f -- "$cur"))',
    "    return",
    "    ;;",
    `  ${pattern(named("anything"))}) return ;;`,
    `  ${pattern(named("none"))})`,
    "    if [[ -n $equals ]]; then",
    `      COMPREPLY=($(compgen -W 'true false' -- "$cur"))`,
    "      return",
    "    fi",
    "    ;;",
  ].join("\n");
}

function commandCase({ name, words, flags }: CompletedCommand): string {
  const list = flags.map((flag) => flag.name).join(" ");
  return `  ${name}) flags='${list}' words='${Object.keys(words).join(" ")}' ;;`;
}
