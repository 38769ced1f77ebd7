import { acceptedGroups } from "./accepted-flags.ts";
import {
  type CommandHelp,
  commandHelp,
  commandSummaries,
  type HelpedCommand,
} from "./command-help.ts";
import type { Flag } from "./flag-types.ts";
import { type FlagName, flagGroups, flags } from "./flags.ts";

/** Column of the descriptions. The description of a longer flag is on the next line. */
const descriptionColumn = 34;

/** The text of `--help`, wrapped for a terminal of that many columns: at most two screens. */
export function helpText(columns: number): string {
  const width = widthOf(columns);
  const lines = [
    ...introduction(width),
    ...Object.entries(shownFlags).flatMap(([heading, names]) => [
      "",
      heading,
      ...names.flatMap((name) => flagEntry(name, flags[name], width)),
    ]),
    "",
    ...wrap(
      "couloir --help-all lists all flags, couloir help COMMAND those of a command.",
      width,
      "",
    ),
  ];
  return `${lines.join("\n")}\n`;
}

const examples = {
  "couloir --ephemeral": "a dev node with funded keys, in memory",
  "couloir --accounts 3 --block-time 2s": "a dev node with a block every two seconds",
  "couloir --network-id fuji": "follow Fuji over its peers",
  "couloir --network-id mainnet --offline --public": "serve stored blocks as a public API",
} as const;

/** What most users need. */
const shownFlags = {
  Node: ["network-id", "data-dir", "ephemeral", "config-file", "quiet", "json", "version"],
  "Dev node": [
    "accounts",
    "balance",
    "stakers",
    "timestamp",
    "block-production",
    "block-time",
    "gas-limit",
    "state",
    "followable",
  ],
  "Other networks": ["bootstrap-ips", "bootstrap-ids", "upstream", "snapshot", "offline"],
  "HTTP server": ["http-host", "http-port", "public", "api-profile"],
} as const satisfies Readonly<Record<string, readonly FlagName[]>>;

function introduction(width: number): string[] {
  return [
    ...wrap(title, width, ""),
    "",
    "Usage: couloir [command] [flags]",
    "",
    "Examples",
    ...Object.entries(examples).flatMap(([line, purpose]) => [`  ${line.padEnd(48)}  ${purpose}`]),
    "",
    "Commands",
    ...Object.entries(commandSummaries).flatMap(([name, summary]) =>
      entry(`  ${name}`, summary, width),
    ),
  ];
}

/** The text of `--help-all`. */
export function fullHelpText(columns: number): string {
  const width = widthOf(columns);
  const lines = [
    ...introduction(width),
    ...flagGroups.flatMap(([heading, group]) => [
      "",
      heading,
      ...Object.entries(group).flatMap(([name, flag]) => flagEntry(name, flag, width)),
    ]),
    "",
    "Accepted for compatibility with AvalancheGo, without effect here",
    ...acceptedGroups.flatMap(({ reason, flags }) => [
      ...wrap(`Because ${reason}:`, width, "  "),
      ...wrap(
        Object.keys(flags)
          .map((name) => `--${name}`)
          .join(" "),
        width,
        "    ",
      ),
    ]),
    "",
    ...wrap(sources, width, ""),
  ];
  return `${lines.join("\n")}\n`;
}

/** The text of `<command> --help`: what it does, and the node's flags that matter to it. */
export function commandHelpText(name: HelpedCommand, columns: number): string {
  const width = widthOf(columns);
  const help: CommandHelp = commandHelp[name];
  const forms = Object.entries(help.forms);
  const own = Object.entries(help.flags ?? {});
  const lines = [
    ...forms.map(([form], index) => `${index === 0 ? "Usage:" : "      "} couloir ${name} ${form}`),
    "",
    ...wrap(help.text, width, ""),
    "",
    ...block(
      forms.flatMap(([form, purpose]) =>
        purpose === "" ? [] : entry(`  ${form}`, purpose, width),
      ),
    ),
    ...block([
      ...own.flatMap(([flag, purpose]) => entry(`  ${flag}`, purpose, width)),
      ...help.nodeFlags.flatMap((flag) => flagEntry(flag, flags[flag], width)),
    ]),
    ...wrap(
      "For the node's other flags, environment variables and config file, see couloir --help-all.",
      width,
      "",
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** Lines with an empty one after them, if there are any. */
function block(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [...lines, ""];
}

function widthOf(columns: number): number {
  return Math.min(Math.max(columns, 60), 120);
}

function flagEntry(name: string, flag: Flag, width: number): string[] {
  return entry(`  --${name}${flagPlaceholder(flag)}`, flagDescription(flag), width);
}

const title = "couloir: an Avalanche node's management and query interface on a real P-chain";

const sources =
  "A flag overrides its environment variable (AVAGO_HTTP_PORT for --http-port), which overrides the config file, " +
  "which overrides the default.";

export function flagPlaceholder({ type, unit, choices = [] }: Flag): string {
  if (type === "bool") return "";
  const words = choices.filter((choice) => choice !== "");
  const few = words.length > 0 && words.length <= 4;
  return few ? ` ${words.join("|")}` : ` <${unit ?? placeholders[type]}>`;
}

const placeholders = {
  int: "number",
  uint: "number",
  uint64: "number",
  float: "number",
  duration: "duration",
  text: "text",
  path: "path",
  base64: "base64",
  list: "list",
  ints: "numbers",
  pairs: "key=value",
} as const;

export function flagDescription(flag: Flag): string {
  const isPlain = flag.default === "" || (flag.type === "bool" && flag.default === "false");
  return isPlain ? flag.doc : `${flag.doc} [${flag.default}]`;
}

function entry(head: string, text: string, width: number): string[] {
  const indent = " ".repeat(descriptionColumn);
  const lines = wrap(text, width, indent);
  if (head.length + 2 > descriptionColumn) return [head, ...lines];
  return [head.padEnd(descriptionColumn) + lines[0]!.trimStart(), ...lines.slice(1)];
}

function wrap(text: string, width: number, indent: string): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ")) {
    if (line.length > indent.length && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent;
    }
    line += (line.length > indent.length ? " " : "") + word;
  }
  return [...lines, line];
}
