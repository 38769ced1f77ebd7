import type { NodeConfig } from "../node/node-config.ts";
import { versionLine, versionsFor } from "../node/version.ts";
import type { Terminal } from "./command.ts";
import { nodeConfig, profileOf, readNetworkID } from "./config.ts";
import { ConfigError } from "./flag-types.ts";
import { type RawConfig, readRawConfig } from "./raw-config.ts";

/** A configuration to run with, or the exit code if the command is already done. */
export type Settings =
  | { readonly config: NodeConfig; readonly greeting: Greeting }
  | { readonly exitCode: number };

/** What a node prints after startup: a banner on a terminal, one line of JSON, or nothing. */
export type Greeting = "banner" | "json" | "none";

/**
 * Reads the configuration for a command. Handles `--help`, `--version` and invalid flags itself, with AvalancheGo's
 * texts (main/main.go @ v1.12.1).
 */
export async function readSettings(args: readonly string[], terminal: Terminal): Promise<Settings> {
  const raw = await refusal("couldn't configure flags", terminal, () =>
    readRawConfig(args, terminal.environment),
  );
  if (raw === undefined) return { exitCode: 1 };
  const answered = await answerQuestions(raw, terminal);
  if (answered !== undefined) return { exitCode: answered };
  const config = await refusal("couldn't load node config", terminal, async () => nodeConfig(raw));
  if (config === undefined) return { exitCode: 1 };
  const greeting = raw.get("json") ? "json" : raw.get("quiet") ? "none" : "banner";
  return { config, greeting };
}

async function answerQuestions(raw: RawConfig, terminal: Terminal): Promise<number | undefined> {
  if (raw.get("help")) {
    const { helpText } = await import("./help.ts");
    terminal.out(helpText(terminal.columns ?? 100));
    return 0;
  }
  if (raw.get("help-all")) {
    const { fullHelpText } = await import("./help.ts");
    terminal.out(fullHelpText(terminal.columns ?? 100));
    return 0;
  }
  const json = raw.get("version-json");
  const line = raw.get("version");
  if (json && line) {
    terminal.err("can't print both JSON and human readable versions\n");
    return 1;
  }
  if (!json && !line) return undefined;
  const versions = await refusal("couldn't load node config", terminal, async () => {
    // The version does not depend on the network, but a misspelt one is refused here, too.
    readNetworkID(raw);
    return versionsFor(profileOf(raw));
  });
  if (versions === undefined) return 1;
  if (json) terminal.out(`${JSON.stringify(versions, undefined, 2)}\n`);
  if (line) terminal.out(`${versionLine(versions)}\n`);
  return 0;
}

async function refusal<T>(
  what: string,
  terminal: Terminal,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    terminal.err(`${what}: ${error.message}\n`);
    return undefined;
  }
}
