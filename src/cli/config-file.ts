import { FormatError } from "../formats/format-error.ts";
import { type JsonValue, parseJson } from "../formats/json.ts";
import { ConfigError } from "./config-error.ts";
import { knownFlags } from "./known-flags.ts";
import { suggestion } from "./nearest.ts";
import type { GivenTexts } from "./parse.ts";

export type ConfigFile = {
  readonly given: GivenTexts;
  /** One sentence for each key that is no flag. */
  readonly warnings: readonly string[];
};

/**
 * Reads a config file's text: an object of flags whose values are strings, numbers, booleans or lists of them. Keys may be
 * in any case. Throws ConfigError for text that cannot be read and for values that no flag has.
 */
export async function parseConfigFile(text: string, format: string): Promise<ConfigFile> {
  const root = await parseText(text, format);
  if (!isObject(root)) throw new ConfigError("a config file is an object of flags");
  const given = new Map<string, string>();
  const warnings: string[] = [];
  for (const [key, value] of Object.entries(root)) {
    const name = key.toLowerCase();
    if (!knownFlags.has(name)) {
      warnings.push(
        `the config file gives ${key}, which is no flag${suggestion(name, knownFlags.keys())}`,
      );
    } else if (value !== null) {
      given.set(name, textOf(name, value));
    }
  }
  return { given, warnings };
}

/** `json` or `yaml` by a file's name; a name that says neither is JSON where its text begins like it. */
export function configFormat(path: string, text: string): string {
  const extension = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase();
  if (extension === "json" || extension === "yaml" || extension === "yml") return extension;
  if (extension === "toml") return extension;
  return text.trimStart().startsWith("{") ? "json" : "yaml";
}

async function parseText(text: string, format: string): Promise<JsonValue> {
  if (format === "toml") {
    throw new ConfigError("config files in TOML cannot be read: write JSON or YAML");
  }
  try {
    if (format === "json") return parseJson(text);
    // A CommonJS package: in the bundle all that it has is its default export.
    const { parse } = (await import("yaml")).default;
    return parse(text, { intAsBigInt: true }) as JsonValue;
  } catch (error) {
    if (
      !(error instanceof FormatError) &&
      !(error instanceof Error && error.name === "YAMLParseError")
    ) {
      throw error;
    }
    throw new ConfigError(`unable to parse the config file: ${error.message}`);
  }
}

/** The text that the value would have on the command line. */
function textOf(name: string, value: JsonValue): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
    return String(value);
  }
  if (Array.isArray(value)) return value.map((item) => textOf(name, item)).join(",");
  if (isObject(value)) {
    return Object.entries(value)
      .map(([key, member]) => `${key}=${textOf(name, member)}`)
      .join(",");
  }
  throw new ConfigError(`${name} in the config file is neither text, number, boolean nor list`);
}

function isObject(value: JsonValue): value is { readonly [name: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
