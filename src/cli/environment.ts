import { knownFlags } from "./accepted-flags.ts";
import type { GivenTexts } from "./parse.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

const prefix = "AVAGO_";

/** `AVAGO_HTTP_PORT` for `http-port`. */
export function environmentName(flag: string): string {
  return prefix + flag.replaceAll("-", "_").toUpperCase();
}

/** The flags that `AVAGO_*` variables give. An empty variable gives nothing, and one that names no flag is not ours. */
export function readEnvironment(environment: Environment): GivenTexts {
  const given = new Map<string, string>();
  for (const name of knownFlags.keys()) {
    const text = environment[environmentName(name)];
    if (text !== undefined && text !== "") given.set(name, text);
  }
  return given;
}
