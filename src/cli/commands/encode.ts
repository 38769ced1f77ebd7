import { parseArgs } from "node:util";
import { encodeReading, textOfBytes } from "../../decoding/encode.ts";
import { type TextEncoding, textEncodings } from "../../decoding/text-encodings.ts";
import { FormatError } from "../../formats/format-error.ts";
import { type JsonValue, parseJson } from "../../formats/json.ts";
import type { Command } from "../command.ts";
import { ConfigError, suggestion } from "../flag-types.ts";
import { reported } from "./decode.ts";
import { givenInput } from "./given-input.ts";

/** Prints the bytes of what `decode` has printed, perhaps changed: one reading, or a list with one. */
export const encode: Command = async (args, terminal) => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { encoding: { type: "string" } },
      allowPositionals: true,
    });
    if (positionals.length > 1) throw new ConfigError("encode takes one argument");
    const encoding = encodingOf(values.encoding ?? "hexnc");
    const json = jsonOf(await givenInput(positionals[0]));
    const readings = Array.isArray(json) ? json : [json];
    if (readings.length !== 1) {
      throw new ConfigError(`expected one reading but got ${readings.length}: choose with --as`);
    }
    terminal.out(`${textOfBytes(encodeReading(readings[0]), encoding)}\n`);
    return 0;
  } catch (error) {
    return reported(error, terminal.err, ["encoding", "help"]);
  }
};

function jsonOf(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new ConfigError(`the input is not JSON that decode printed: ${error.message}`);
  }
}

function encodingOf(name: string): TextEncoding {
  const found = textEncodings.find((each) => each === name.toLowerCase());
  if (found !== undefined) return found;
  throw new ConfigError(
    `unknown encoding: ${name}${suggestion(name, textEncodings)}; the encodings are ${textEncodings.join(", ")}`,
  );
}
