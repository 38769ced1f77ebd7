import { spawn } from "node:child_process";
import {
  formatJson,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from "../../codegen/load/json.ts";
import type { Line } from "./call.ts";
import type { Command } from "./language.ts";

/** The output of a command. */
export type Ended = {
  readonly code: number | undefined;
  readonly out: string;
  readonly err: string;
};

/** Runs a command in a folder to its end; the code is undefined when it cannot be started. */
export function run(command: Command, folder: string, input = ""): Promise<Ended> {
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: folder, stdio: "pipe" });
    let [out, err] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
    });
    child.on("error", (error) => resolve({ code: undefined, out, err: error.message }));
    child.on("close", (code) => resolve({ code: code ?? -1, out, err }));
    // A program that ends early closes its input; its exit code shows why.
    child.stdin.on("error", () => undefined).end(input);
  });
}

/** Makes the calls through a conformance program and returns its output line for each. */
export async function runProgram(
  command: Command,
  folder: string,
  lines: readonly Line[],
): Promise<JsonObject[]> {
  const input = lines.map((line, index) => oneLine({ id: String(index), ...line }));
  const { code, out, err } = await run(command, folder, input.join(""));
  if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}\n${err.slice(-2000)}`);
  const answers = out
    .split("\n")
    .filter((line) => line !== "")
    .map(parseJson)
    .filter(isObject);
  const wrong = lines.findIndex((_line, index) => answers[index]?.["id"] !== String(index));
  if (wrong !== -1)
    throw new Error(`line ${wrong} has no answer in its place\n${err.slice(-2000)}`);
  return answers;
}

/** JSON and a line end. */
export function oneLine(value: Json | object): string {
  // JSON text has line breaks between tokens only.
  return `${formatJson(value as Json).replaceAll("\n", "")}\n`;
}
