import { knownFlags } from "./accepted-flags.ts";
import { ConfigError, suggestion } from "./flag-types.ts";
import { remedyOf, removedFlags } from "./removed-flags.ts";

/** Flag values from one source, as text, by flag name. */
export type GivenTexts = ReadonlyMap<string, string>;

/**
 * Reads `--flag value`, `--flag=value` and, for switches, `--flag` alone. If a flag is repeated,
 * the last value counts; a list takes all of them. Throws ConfigError for an unknown flag, a
 * missing value, or an argument that belongs to no flag.
 */
export function parseArguments(args: readonly string[]): GivenTexts {
  const given = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    const [name, inline] = splitFlag(argument);
    const flag = knownFlags.get(name);
    if (flag === undefined) throw unknownFlag(name);
    let text = inline ?? (flag.type === "bool" ? "true" : undefined);
    if (text === undefined) {
      i += 1;
      text = args[i];
    }
    if (text === undefined) throw new ConfigError(`flag needs an argument: --${name}`);
    if (inline === undefined && flag.type === "bool") refuseDetachedSwitch(name, args[i + 1]);
    const before = given.get(name);
    const adds = before !== undefined && (flag.type === "list" || flag.type === "ints");
    given.set(name, adds ? `${before},${text}` : text);
  }
  return given;
}

function splitFlag(argument: string): [name: string, text: string | undefined] {
  if (argument === "-h") return ["help", undefined];
  if (argument === "-V" || argument === "-v") return ["version", undefined];
  const match = /^--?([^-=][^=]*)(?:=(.*))?$/s.exec(argument);
  if (match === null) throw new ConfigError(`unexpected argument: ${JSON.stringify(argument)}`);
  if (!argument.startsWith("--"))
    throw new ConfigError(`flags begin with two dashes: -${argument}`);
  return [match[1]!, match[2]];
}

/** In AvalancheGo `--index-enabled false` silently leaves the index on. */
function refuseDetachedSwitch(name: string, next: string | undefined): void {
  if (next !== "true" && next !== "false") return;
  throw new ConfigError(`unexpected argument: ${JSON.stringify(next)} (write --${name}=${next})`);
}

/** @param own flags of the command besides those of the node */
export function unknownFlag(name: string, own: readonly string[] = []): ConfigError {
  const removed = removedFlags.get(name);
  if (removed !== undefined) {
    return new ConfigError(`unknown flag: --${name}, ${remedyOf(removed, (flag) => `--${flag}`)}`);
  }
  return new ConfigError(
    `unknown flag: --${name}${suggestion(name, [...own, ...knownFlags.keys()], "--")}`,
  );
}
