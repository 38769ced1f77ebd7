import { knownFlags } from "./accepted-flags.ts";
import { configFormat, parseConfigFile } from "./config-file.ts";
import { readConfigText } from "./config-text.ts";
import { type Environment, environmentName, readEnvironment } from "./environment.ts";
import { expandPath, refuseMistakenPath } from "./expand-path.ts";
import { ConfigError, type FlagTypes, suggestion } from "./flag-types.ts";
import { parseFlagValue } from "./flag-values.ts";
import { type FlagName, flags } from "./flags.ts";
import { type GivenTexts, parseArguments } from "./parse.ts";

export type FlagValue<N extends FlagName> = FlagTypes[(typeof flags)[N]["type"]];

/**
 * The settings of all sources. A source overrides those after it: command line, environment, config
 * file, default.
 */
export type RawConfig = {
  readonly get: <N extends FlagName>(name: N) => FlagValue<N>;
  /** Whether a source other than the default sets it. */
  readonly isSet: (name: FlagName) => boolean;
  /** Whether the command line sets it. */
  readonly isArgument: (name: FlagName) => boolean;
  /** Flags that were given but have no effect, and why. */
  readonly accepted: readonly { readonly name: string; readonly reason: string }[];
  /** Variables and keys of the config file that are not flags, and durations without a unit, as sentences. */
  readonly warnings: readonly string[];
};

/** Reads all sources and checks every value. Throws ConfigError that names the source. */
export async function readRawConfig(
  args: readonly string[],
  environment: Environment,
): Promise<RawConfig> {
  const fromArguments = checked(
    refuseBareDurations(parseArguments(args)),
    (name) => `invalid argument for --${name}`,
  );
  const variables = readEnvironment(environment);
  const fromEnvironment = checked(variables.given, environmentName);
  const above = new Map([...fromEnvironment, ...fromArguments]);
  const file = await readConfigFile(above, environment);
  const fromFile = checked(file.given, (name) => `${name} in the config file`);
  const given = new Map([...fromFile, ...above]);
  const bareDurations = [
    ...bareDurationsOf(fromEnvironment, environmentName),
    ...bareDurationsOf(fromFile, (name) => `${name} in the config file`),
  ];
  return {
    get: (name) => readValue(name, given, environment),
    isSet: (name) => given.has(name),
    isArgument: (name) => fromArguments.has(name),
    accepted: [...given.keys()].flatMap((name) => {
      const reason = knownFlags.get(name)?.reason;
      return reason === undefined ? [] : [{ name, reason }];
    }),
    warnings: [...variables.warnings, ...file.warnings, ...bareDurations],
  };
}

function readValue<N extends FlagName>(
  name: N,
  given: GivenTexts,
  environment: Environment,
): FlagValue<N> {
  const { type } = flags[name];
  const text = given.get(name) ?? flags[name].default;
  if (type !== "path") return parseFlagValue(type, text) as FlagValue<N>;
  const dataDirectory = given.get("data-dir") ?? flags["data-dir"].default;
  return expandPath(text, dataDirectory, environment) as FlagValue<N>;
}

/** Reads every value at once, so that invalid ones are reported at start. */
function checked(given: GivenTexts, source: (name: string) => string): GivenTexts {
  for (const [name, text] of given) {
    const { type, choices, reason } = knownFlags.get(name)!;
    try {
      parseFlagValue(type, text);
      if (type === "path" && reason === undefined) refuseMistakenPath(name, text);
      if (choices !== undefined && !choices.includes(text.toLowerCase())) {
        throw new ConfigError(
          `expected ${choices.filter((choice) => choice !== "").join(", ")}, got ${JSON.stringify(text)}${suggestion(text, choices)}`,
        );
      }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      throw new ConfigError(`${source(name)}: ${error.message}`);
    }
  }
  return given;
}

/**
 * On the command line a duration needs its unit; in the environment and the config file a number
 * counts nanoseconds. AvalancheGo reads the former with Go's flags and the latter with viper.
 * avalanchego config/viper.go @ v1.12.1
 */
function refuseBareDurations(given: GivenTexts): GivenTexts {
  for (const [name, text] of given) {
    if (!isBareDuration(name, text)) continue;
    const remedy = `expected a duration with its unit like 30s, 1m30s or 100ms, got "${text}"`;
    throw new ConfigError(`invalid argument for --${name}: ${remedy}: write --${name}=${text}s`);
  }
  return given;
}

function bareDurationsOf(given: GivenTexts, source: (name: string) => string): string[] {
  return [...given]
    .filter(([name, text]) => isBareDuration(name, text))
    .map(
      ([name, text]) =>
        `${source(name)} has no unit: ${text} are nanoseconds; write ${text}s for seconds`,
    );
}

function isBareDuration(name: string, text: string): boolean {
  return knownFlags.get(name)?.type === "duration" && /^[+-]?\d+$/.test(text) && Number(text) !== 0;
}

async function readConfigFile(given: GivenTexts, environment: Environment) {
  if (given.has("config-file-content")) {
    const content = readValue("config-file-content", given, environment);
    const format = readValue("config-file-content-type", given, environment).toLowerCase();
    return parseConfigFile(new TextDecoder().decode(content), format);
  }
  if (!given.has("config-file")) return { given: new Map<string, string>(), warnings: [] };
  const path = readValue("config-file", given, environment);
  const text = await readConfigText(path);
  return parseConfigFile(text, configFormat(path, text), ` ${path}`);
}

/** Whether the node writes nothing to disk except its state file. */
export function isEphemeral(raw: RawConfig): boolean {
  return raw.get("ephemeral") || raw.get("state") !== "";
}

/** The path of a flag; for an ephemeral node only if the user set it. */
export function unlessEphemeral(
  raw: RawConfig,
  name: Extract<FlagName, "log-dir" | "process-context-file">,
): string | undefined {
  return isEphemeral(raw) && !raw.isSet(name) ? undefined : raw.get(name);
}
