import { knownFlags } from "./accepted-flags.ts";
import type { GivenTexts } from "./parse.ts";
import { unknownName } from "./unknown-names.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const prefix = "AVAGO_";

/** `AVAGO_HTTP_PORT` for `http-port`. */
export function environmentName(flag: string): string {
  return prefix + flag.replaceAll("-", "_").toUpperCase();
}

export type GivenEnvironment = {
  readonly given: GivenTexts;
  /** One sentence for each `AVAGO_*` variable that sets no flag. */
  readonly warnings: readonly string[];
};

/** The flags that `AVAGO_*` variables set. Ignores empty variables. Throws ConfigError for misspelt flags. */
export function readEnvironment(environment: Environment): GivenEnvironment {
  const given = new Map<string, string>();
  const warnings: string[] = [];
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith(prefix) || text === undefined || text === "") continue;
    const name = variable.slice(prefix.length).replaceAll("_", "-").toLowerCase();
    if (knownFlags.has(name) && variable === environmentName(name)) given.set(name, text);
    else warnings.push(unknownName(name, `the environment gives ${variable}`, environmentName));
  }
  return { given, warnings };
}
