import { acceptedGroups } from "./accepted-flags.ts";
import { commandHelp, commandSummaries, type HelpedCommand } from "./command-help.ts";
import { environmentName } from "./environment.ts";
import { flagGroups } from "./flags.ts";
import { flagDescription, flagPlaceholder } from "./help.ts";

/** The manual page couloir(1), in the macros of man(7), from the tables that `--help` reads. */
export function manPage(version: string): string {
  const lines = [
    `.TH COULOIR 1 "" "couloir ${version}"`,
    ".SH NAME",
    "couloir \\- an Avalanche node's management and query interface on a real P-chain",
    ".SH SYNOPSIS",
    ".B couloir",
    ".RI [ command ]",
    ".RI [ flags ]",
    ".SH DESCRIPTION",
    ...text(
      "Serves the info, health, P-chain, keystore and index APIs of one Avalanche node, contract first. Without a command it runs a node: without flags, a dev node of a new local network, whose keys are public, at http://127.0.0.1:9650.",
    ),
    ".SH COMMANDS",
    ...Object.entries(commandSummaries).flatMap(([name, summary]) =>
      name === "serve" ? item(bold(name), summary) : command(name as HelpedCommand),
    ),
    ".SH OPTIONS",
    ...flagGroups.flatMap(([heading, group]) => [
      `.SS ${plain(heading)}`,
      ...Object.entries(group).flatMap(([name, flag]) =>
        item(bold(`--${name}`) + italic(flagPlaceholder(flag)), flagDescription(flag)),
      ),
    ]),
    ".SS Accepted for compatibility with AvalancheGo, without effect here",
    ...acceptedGroups.flatMap(({ reason, flags }, at) => [
      ...(at === 0 ? [] : [".PP"]),
      ...text(`Because ${reason}:`),
      ...text(
        Object.keys(flags)
          .map((name) => `--${name}`)
          .join(" "),
      ),
    ]),
    ".SH ENVIRONMENT",
    ...text(
      `Every flag also has an environment variable: ${environmentName("http-port")} for --http-port. A flag overrides its variable, which overrides the config file, which overrides the default.`,
    ),
    ".SH FILES",
    ...item(italic("~/.couloir"), "All data; choose another directory with --data-dir."),
    ...item(italic("~/.couloir/db"), "The chain, indices and users, in a folder for each network."),
    ...item(italic("~/.couloir/logs/main.log"), "The log."),
    ...item(italic("~/.couloir/staking"), "Certificate and keys of the node."),
    ...item(italic("~/.couloir/process.json"), "Process ID and URL while the node runs."),
    ".SH SIGNALS",
    ...item(
      "SIGINT, SIGTERM",
      "Finish the requests in progress, then exit. A second signal exits immediately.",
    ),
    ...item("SIGUSR2", "Write a copy of the store into backups/ of the data directory."),
    ...item(
      "SIGHUP",
      "Read the file of --watch-config again. Without this flag, finish and exit as at SIGTERM.",
    ),
    ".SH EXIT STATUS",
    ...text(
      "0 after SIGINT or SIGTERM, or after a command has succeeded; 1 after an error, with the reason on standard error, such as a state that could not be saved at the end; 3 if the address of a node or mock is in use; 4 if another process uses the data directory of a node.",
    ),
    ".SH EXAMPLES",
    ...item("A node of a new local network:", "couloir"),
    ...item("A follower of Fuji, on another port:", "couloir --network-id fuji --http-port 9660"),
    ...item("The documents' examples, without a chain:", "couloir mock --http-port 9651"),
  ];
  return `${lines.join("\n")}\n`;
}

function command(name: HelpedCommand): readonly string[] {
  const { forms, text: words, flags = {} } = commandHelp[name];
  const ownFlags = Object.entries(flags).flatMap(([flag, doc]) => item(bold(flag), doc));
  return [
    ...Object.entries(forms).flatMap(([form, doc], _at, all) =>
      item(`${bold(name)} ${italic(form)}`, all.length > 1 ? doc : words),
    ),
    ...(Object.keys(forms).length > 1 ? [".IP", ...text(words)] : []),
    ...(ownFlags.length === 0 ? [] : [".RS", ...ownFlags, ".RE"]),
  ];
}

/** A tagged paragraph. */
function item(tag: string, words: string): readonly string[] {
  return [".TP", tag.startsWith("\\f") ? tag : plain(tag), ...text(words)];
}

function text(words: string): readonly string[] {
  return words === "" ? [] : [plain(words).replace(/^['.]/, "\\&$&")];
}

function bold(words: string): string {
  return `\\fB${plain(words)}\\fR`;
}

function italic(words: string): string {
  return words === "" ? "" : `\\fI${plain(words)}\\fR`;
}

/** A minus that is typed is `\-`; a backslash is `\e`. */
function plain(words: string): string {
  return words.replaceAll("\\", "\\e").replaceAll("-", "\\-");
}
