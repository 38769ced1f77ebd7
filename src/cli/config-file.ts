import { FormatError } from "../formats/format-error.ts";
import { type JsonValue, parseJson } from "../formats/json.ts";
import { knownFlags } from "./accepted-flags.ts";
import { ConfigError } from "./flag-types.ts";
import type { GivenTexts } from "./parse.ts";
import { unknownName } from "./unknown-names.ts";

export type ConfigFile = {
  readonly given: GivenTexts;
  /** One sentence for each key that is not a flag. */
  readonly warnings: readonly string[];
};

/**
 * Reads a config file's text: an object of flags whose values are strings, numbers, booleans or lists of them. Keys may be
 * in any case; `name` ends "the config file" in messages. Throws ConfigError for text that cannot be read,
 * for values that no flag has, and for misspelt flags. YAML without keys, such as only comments, sets nothing.
 */
export async function parseConfigFile(
  text: string,
  format: string,
  name = "",
): Promise<ConfigFile> {
  const root = (await read(text, format, name)) ?? {};
  if (!isObject(root)) throw new ConfigError(`the config file${name} must be an object of flags`);
  const given = new Map<string, string>();
  const warnings: string[] = [];
  for (const [key, value] of Object.entries(root)) {
    const name = key.toLowerCase();
    if (!knownFlags.has(name)) {
      refuseNested(name, key, value);
      warnings.push(unknownName(name, `the config file gives ${key}`));
    } else if (value !== null) {
      given.set(name, textOf(name, value));
    }
  }
  return { given, warnings };
}

/** Throws ConfigError for `{"http": {"port": 1}}`: the node would start with the default of http-port. */
function refuseNested(name: string, key: string, value: JsonValue): void {
  if (!isObject(value)) return;
  for (const member of Object.keys(value)) {
    const flag = `${name}-${member.toLowerCase()}`;
    if (!knownFlags.has(flag)) continue;
    throw new ConfigError(
      `the config file gives ${member} inside ${key}, which is not a flag: did you mean ${flag}?`,
    );
  }
}

/**
 * `json`, `yaml` or `toml` by the file's name. Any other name: JSON if the text starts like JSON,
 * else YAML.
 */
export function configFormat(path: string, text: string): string {
  const extension = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase();
  if (extension !== undefined && Object.hasOwn(readers, extension)) return extension;
  return text.trimStart().startsWith("{") ? "json" : "yaml";
}

async function read(text: string, format: string, name: string): Promise<JsonValue> {
  try {
    return await readers[format as keyof typeof readers](text);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new ConfigError(`unable to parse the config file${name}: ${error.message.trim()}`);
  }
}

/** The text is not of its format. */
class Malformed extends Error {}

function readJson(text: string): JsonValue {
  return parsed([FormatError, RangeError], () => parseJson(text));
}

async function readYaml(text: string): Promise<JsonValue> {
  // A CommonJS package: in the bundle it has only a default export.
  const { parse, YAMLParseError } = (await import("yaml")).default;
  // An alias without an anchor is a ReferenceError, and so is one that would expand to far too many values.
  return parsed(
    [YAMLParseError, ReferenceError, RangeError],
    () => parse(text, { intAsBigInt: true }) as JsonValue,
  );
}

async function readToml(text: string): Promise<JsonValue> {
  const { parse, TomlError } = await import("smol-toml");
  return parsed(
    [TomlError, RangeError],
    () => parse(text, { integersAsBigInt: true }) as JsonValue,
  );
}

/** By the formats' names in AvalancheGo. */
const readers = { json: readJson, yaml: readYaml, yml: readYaml, toml: readToml } as const;

type ErrorClass = new (...args: never[]) => Error;

/** A RangeError is that of a text that nests too deeply. */
function parsed(mistakes: readonly ErrorClass[], parse: () => JsonValue): JsonValue {
  try {
    return parse();
  } catch (error) {
    if (!mistakes.some((mistake) => error instanceof mistake)) throw error;
    throw new Malformed((error as Error).message);
  }
}

/** More than any flag has. An alias of YAML can be a part of the list that it refers to. */
const depthMax = 3;

/** The value as text, as on the command line. */
function textOf(name: string, value: JsonValue, depth = 0): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
    return String(value);
  }
  const isTooDeep = depth === depthMax;
  if (Array.isArray(value) && !isTooDeep) {
    return value.map((item) => textOf(name, item, depth + 1)).join(",");
  }
  // TOML has dates, but no flag is a date.
  if (isObject(value) && !(value instanceof Date) && !isTooDeep) {
    return Object.entries(value)
      .map(([key, member]) => `${key}=${textOf(name, member, depth + 1)}`)
      .join(",");
  }
  throw new ConfigError(`${name} in the config file must be a string, number, boolean or list`);
}

function isObject(value: JsonValue): value is { readonly [name: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
