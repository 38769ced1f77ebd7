import { ConfigError } from "../flag-types.ts";

/** 5 MiB in hexadecimal, with room for spaces. */
const charactersMax = 12 * 1024 * 1024;

/** The argument, or standard input if there is none or it is `-`. Throws ConfigError if it is too long. */
export async function givenInput(argument: string | undefined): Promise<string> {
  if (argument !== undefined && argument !== "-") return argument.trim();
  let text = "";
  process.stdin.setEncoding("utf8");
  for await (const piece of process.stdin) {
    text += piece;
    if (text.length > charactersMax) throw new ConfigError("the input is longer than 12 MiB");
  }
  return text.trim();
}
