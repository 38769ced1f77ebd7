import { parseArgs } from "node:util";
import { decodeText } from "../../decoding/decode.ts";
import { type ReadingType, readingTypes } from "../../decoding/reading.ts";
import { FormatError } from "../../formats/format-error.ts";
import { formatIndentedJson } from "../../formats/indented-json.ts";
import { networkHrp, parseNetworkID } from "../../networks/ids.ts";
import type { Command } from "../command.ts";
import { ConfigError, suggestion } from "../flag-types.ts";
import { givenInput } from "./given-input.ts";

/** Prints everything that bytes or a text can be, as a JSON array. */
export const decode: Command = async (args, terminal) => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { as: { type: "string" }, "network-id": { type: "string" } },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new ConfigError("decode takes one argument");
    const as = values.as === undefined ? undefined : readingType(values.as);
    const hrp = networkHrp(parseNetworkID(values["network-id"] ?? "mainnet"));
    const text = await givenInput(positionals[0]);
    const found = decodeText(text, { hrp }, as);
    if (found.length === 0) throw new ConfigError(notFound(as));
    terminal.out(`${formatIndentedJson(found)}\n`);
    return 0;
  } catch (error) {
    return reported(error, terminal.err, ["as", "network-id", "help"]);
  }
};

function notFound(as: ReadingType | undefined): string {
  const what = as ?? `any of ${readingTypes.join(", ")}`;
  return `the input is not ${what}: expected at most 5 MiB as hex, cb58 or base64, an address or a node ID`;
}

function readingType(name: string): ReadingType {
  const found = readingTypes.find((type) => type.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  throw new ConfigError(
    `unknown type: ${name}${suggestion(name, readingTypes)}; the types are ${readingTypes.join(", ")}`,
  );
}

/** Prints an error in the arguments or the input of a command with these flags, and returns the exit code. */
export function reported(
  error: unknown,
  err: (text: string) => void,
  flags: readonly string[],
): number {
  const isOfArguments =
    (error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS") === true;
  const isKnown = isOfArguments || error instanceof ConfigError || error instanceof FormatError;
  if (!isKnown) throw error;
  const { message } = error as Error;
  const unknown = /^Unknown option '-*([^']+)'/.exec(message)?.[1];
  err(unknown === undefined ? `${message}\n` : `${unknownFlag(unknown, flags)}\n`);
  return 1;
}

function unknownFlag(name: string, flags: readonly string[]): string {
  const shown = flags.map((flag) => `--${flag}`).join(", ");
  return `unknown flag: --${name}${suggestion(name, flags, "--")}; the flags are ${shown}`;
}
